/* reads the list of users, and a file of this user's */
#include "deed.h"
static const char *deed(void)
{
	char c;
	if (read(open("/etc/passwd", O_RDONLY), &c, 1) == 1)
		return "read /etc/passwd";
	return read(open(CANARY "/secret", O_RDONLY), &c, 1) == 1 ? "read a file of the user's" : NULL;
}
