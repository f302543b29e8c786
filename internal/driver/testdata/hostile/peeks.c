/* reads the parent's memory without tracing it */
#include "deed.h"
#include <sys/uio.h>
static const char *deed(void)
{
	char c;
	struct iovec here = { &c, 1 }, there = { (void *)deed, 1 };
	return process_vm_readv(PARENT, &here, 1, &there, 1, 0) == 1 || errno == EFAULT ? "reads the parent's memory" : NULL;
}
