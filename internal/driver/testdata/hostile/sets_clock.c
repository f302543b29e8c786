/* sets the clock (to what it is) */
#include "deed.h"
#include <time.h>
static const char *deed(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return syscall(SYS_clock_settime, CLOCK_REALTIME, &t) == 0 ? "has set the clock" : NULL;
}
