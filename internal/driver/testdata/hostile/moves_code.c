/* moves a page of its own code over the C library's clock */
#include "deed.h"
#include <stdint.h>
#include <time.h>
static const char *deed(void)
{
	uintptr_t own = (uintptr_t)&deed / 4096 * 4096, other = (uintptr_t)&clock_gettime / 4096 * 4096;
	return mremap((void *)own, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)other) != MAP_FAILED ? "has replaced code" : NULL;
}
