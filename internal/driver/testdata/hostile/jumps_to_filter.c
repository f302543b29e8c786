/* has the driver's instruction put a filter in force by which every clock stands still */
#include "jump.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
static const char *deed(void)
{
	static struct sock_filter code[] = { { 0x20, 0, 0, 0 }, { 0x15, 0, 1, SYS_clock_gettime }, { 6, 0, 0, SECCOMP_RET_ERRNO }, { 6, 0, 0, SECCOMP_RET_ALLOW } };
	static struct sock_fprog program = { 4, code };
	by_driver(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, (long)&program);
	return "has jumped into the driver";
}
