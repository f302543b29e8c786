/* makes code writable */
#include "deed.h"
#include <stdint.h>
static const char *deed(void)
{
	uintptr_t at = (uintptr_t)&write / 4096 * 4096;
	return mprotect((void *)at, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0 ? "can write into the C library's code" : NULL;
}
