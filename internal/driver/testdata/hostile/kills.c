/* stops the parent (SIGURG, which does nothing, stands for SIGKILL) */
#include "deed.h"
static const char *deed(void)
{
	if (kill(PARENT, SIGURG) == 0 || syscall(SYS_tgkill, PARENT, PARENT, SIGURG) == 0)
		return "sent the parent a signal";
	return kill(getppid() > 1 ? getppid() : PARENT, SIGURG) == 0 ? "sent the parent a signal" : NULL;
}
