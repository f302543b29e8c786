/* closes the protocol's pipes */
#include "deed.h"
static const char *deed(void)
{
	for (int i = 3; i < 1024; i++)
		if (close(i) == 0)
			return "closed a descriptor";
	return NULL;
}
