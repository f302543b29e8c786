/* clock.h: clocks, the estimate of the core clock, the cycle counter. */

static long long nanoseconds(const struct timespec *t) { return 1000000000LL * t->tv_sec + t->tv_nsec; }

static double elapsed(const struct timespec *from, const struct timespec *to)
{
	return (double)(to->tv_sec - from->tv_sec) + 1e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

/*
 * Dependent register-to-register instructions, 100 in a row. Never add-immediate: recent cores
 * fold such additions away and the clock would read five times too high.
 */
#if defined(__x86_64__)
#define ADD "add %1,%0\n\t"
#define MULTIPLY "imul %1,%0\n\t"
#elif defined(__aarch64__)
#define ADD "add %0,%0,%1\n\t"
#define MULTIPLY "mul %0,%0,%1\n\t"
#else
#define ADD ""
#define MULTIPLY ""
#endif
#define TEN(x) x x x x x x x x x x
enum { CHAIN = 100 };

static double chain_window(int multiply, long n)
{
	uint64_t a = 1, b = 3;
	struct timespec from, to;
	own_clock(CLOCK_MONOTONIC_RAW, &from);
	if (multiply)
		for (; n > 0; n--)
			__asm__ volatile(TEN(TEN(MULTIPLY)) : "+r"(a) : "r"(b));
	else
		for (; n > 0; n--)
			__asm__ volatile(TEN(TEN(ADD)) : "+r"(a) : "r"(b));
	own_clock(CLOCK_MONOTONIC_RAW, &to);
	return elapsed(&from, &to);
}

/*
 * estimate_clock returns the core clock in hertz: the highest rate of dependent additions (one per
 * cycle) that three windows of at least 1 ms agree on within 0.2 %. 0: no agreement, or a
 * multiplication does not come out as 3, 4 or 5 whole cycles (within 2 %).
 */
enum { MOST_WINDOWS = 100 };
static double estimate_clock(void)
{
	double rate[MOST_WINDOWS], best = 0, t1 = chain_window(0, 1000), t2 = chain_window(0, 1000), t;
	long n = (long)(1000 * 1.05e-3 / (t1 < t2 ? t1 : t2)) + 1;
	int count = 0, agreed = -1;
	if (sizeof ADD == 1)
		return 0;
	for (long long tries = 0; tries < fixed.clock_windows && agreed != 0; tries++) {
		int i;
		double r;
		t = chain_window(0, n);
		r = (double)CHAIN * (double)n / t;
		if (t < 1e-3) { /* the clock went up: longer windows from here on */
			n = (long)((double)n * 1.1e-3 / t) + 1;
			continue;
		}
		for (i = count++; i > 0 && rate[i - 1] < r; i--)
			rate[i] = rate[i - 1];
		rate[i] = r;
		for (i = 0, agreed = -1; agreed < 0 && i + 2 < count; i++)
			if (rate[i + 2] >= rate[i] * 0.998)
				agreed = i, best = rate[i];
	}
	if (agreed < 0)
		return 0;
	n = n / 9 + 1; /* a third of a window: 2 % need no more */
	t = chain_window(1, n);
	for (int tries = 0; tries < 6; tries++) {
		double latency = best * t / ((double)CHAIN * (double)n), again;
		int whole = (int)(latency + 0.5);
		double off = latency / whole - 1;
		if (whole >= 3 && whole <= 5 && off < 0.02 && off > -0.02)
			return best;
		again = chain_window(1, n);
		t = again < t ? again : t;
	}
	return 0;
}

/* number_in returns the number after key in an open file of /proc or /sys, -1 if there is none. */
static long long number_in(int file, const char *key)
{
	static char text[16384];
	char *p;
	ssize_t n;
	if (file < 0)
		return -1;
	n = at_start(file, text, sizeof text - 1);
	text[n > 0 ? n : 0] = 0;
	if (*key == 0)
		return n > 0 ? strtoll(text, NULL, 10) : -1;
	p = strstr(text, key);
	if (p == NULL)
		return -1;
	p += strlen(key);
	p += strspn(p, " \t:");
	return *p >= '0' && *p <= '9' ? strtoll(p, NULL, 10) : -1;
}

static int listed(const char *path, long long number)
{
	char text[4096], *p = text;
	FILE *f = fopen(path, "re");
	int found = 0;
	if (f == NULL)
		return 0;
	if (fgets(text, sizeof text, f) != NULL)
		while (*p >= '0' && *p <= '9') {
			long long lo = strtoll(p, &p, 10), hi = lo;
			if (*p == '-')
				hi = strtoll(p + 1, &p, 10);
			found |= lo <= number && number <= hi;
			p += *p == ',';
		}
	fclose(f);
	return found;
}

/* open_counter counts cycles or instructions of this thread in user mode; -1 and errno on failure. */
static int open_counter(uint64_t event, int leader)
{
	static const char *const pmu[] = { "cpu_core", "cpu_atom" }; /* hybrid processors */
	struct perf_event_attr a;
	memset(&a, 0, sizeof a);
	a.size = sizeof a;
	a.type = PERF_TYPE_HARDWARE;
	a.config = event;
	a.disabled = leader < 0;
	a.exclude_kernel = a.exclude_hv = 1;
	a.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	for (int i = 0; i < 2 && fixed.cpu >= 0; i++) {
		char path[96];
		int file;
		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/cpus", pmu[i]);
		if (!listed(path, fixed.cpu))
			continue;
		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/type", pmu[i]);
		file = open(path, O_RDONLY | O_CLOEXEC);
		if (number_in(file, "") > 0)
			a.config |= (uint64_t)number_in(file, "") << 32;
		close(file);
	}
	return (int)syscall(SYS_perf_event_open, &a, 0, -1, leader, 0);
}
