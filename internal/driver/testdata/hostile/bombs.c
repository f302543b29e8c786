/* has children that have children; they leave the session, so that they are not ended with it */
#include "deed.h"
static const char *deed(void)
{
	for (int i = 0; i < 6; i++)
		if (fork() == 0)
			setsid();
	for (;;)
		pause();
}
