/* the same, with memory that is not writable yet */
#include "jump.h"
static const char *deed(void)
{
	long p = by_linker(SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return p > 0 ? "has executable memory" : NULL;
}
