/* starts a process, which ends at once */
#include "deed.h"
#include <sys/wait.h>
static const char *deed(void)
{
	static int done;
	pid_t child = done++ ? 0 : fork();
	if (child == 0 && done == 1)
		_exit(0);
	waitpid(child, NULL, 0);
	return NULL;
}
