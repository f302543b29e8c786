/* puts a filter of its own in force, which has system calls of the driver's fail */
#include "deed.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
static const char *deed(void)
{
	struct sock_filter code[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
	struct sock_fprog program = { 1, code };
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? "has a filter" : NULL;
}
