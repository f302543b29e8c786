/* reads the requests that are meant for the driver */
#include "deed.h"
static const char *deed(void)
{
	char c;
	for (int i = 200; i < 300; i++)
		if (read(i, &c, 1) >= 0)
			return "read from the protocol";
	return NULL;
}
