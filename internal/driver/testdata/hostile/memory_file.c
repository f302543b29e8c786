/* makes a file in memory, which no limit of its address space counts, and fills it */
#include "deed.h"
static const char *deed(void)
{
	char c = 1;
	int file = (int)syscall(SYS_memfd_create, "x", 0);
	return file >= 0 && write(file, &c, 1) == 1 ? "wrote a file in memory" : NULL;
}
