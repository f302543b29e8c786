/* puts a pipe of its own in the place of the protocol's */
#include "deed.h"
static const char *deed(void)
{
	for (int i = 200; i < 300; i++)
		if (dup2(2, i) == i)
			return "replaced a descriptor";
	return NULL;
}
