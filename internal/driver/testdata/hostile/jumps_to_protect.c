/* writes code and has the dynamic linker's instruction make it executable */
#include "jump.h"
static const char *deed(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(p, 0xc3, 4096);
	return by_linker(SYS_mprotect, (long)p, 4096, PROT_READ | PROT_EXEC, 0, 0, 0) == 0 ? "has executable memory" : NULL;
}
