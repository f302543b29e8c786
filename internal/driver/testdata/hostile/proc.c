/* looks into the parent through /proc */
#include "deed.h"
#include <stdio.h>
static const char *deed(void)
{
	static const char *const names[] = { "mem", "environ", "maps", "fd/0", "fd/1", "fd/2", "cwd", "root/etc/passwd" };
	char path[64];
	for (int i = 0; i < 8; i++) {
		snprintf(path, sizeof path, "/proc/%d/%s", PARENT, names[i]);
		if (open(path, O_RDWR) >= 0 || open(path, O_RDONLY) >= 0)
			return "opened a file of the parent's";
	}
	return NULL;
}
