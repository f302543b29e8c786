/* starts a process past the C library */
#include "deed.h"
static const char *deed(void)
{
	long p = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (p == 0)
		for (;;)
			pause();
	return p > 0 ? "started a process" : NULL;
}
