/* opens a counter of its own */
#include "deed.h"
#include <linux/perf_event.h>
static const char *deed(void)
{
	struct perf_event_attr a = { .size = sizeof a, .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK, .exclude_kernel = 1 };
	return syscall(SYS_perf_event_open, &a, 0, -1, -1, 0) >= 0 ? "has a counter" : NULL;
}
