/* stopwatch.h: mode stopwatch, which times each call on its own. */

/* ticks reads a counter: no instruction before it is still running, none after it has begun. */
#if defined(__x86_64__)
#define TICKS_CLOCK "rdtsc"
static uint64_t ticks(void)
{
	uint32_t low, high;
	__asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}
#elif defined(__aarch64__)
#define TICKS_CLOCK "cntvct_el0"
static uint64_t ticks(void)
{
	uint64_t t;
	__asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(t) : : "memory");
	return t;
}
#else
#define TICKS_CLOCK "monotonic"
static uint64_t ticks(void)
{
	struct timespec t;
	own_clock(CLOCK_MONOTONIC_RAW, &t);
	return 1000000000ULL * (uint64_t)t.tv_sec + (uint64_t)t.tv_nsec;
}
#endif

/* ticks_rate returns the ticks per second, from about 10 ms. */
static double ticks_rate(void)
{
	struct timespec from, to;
	uint64_t first = ticks(), last;
	own_clock(CLOCK_MONOTONIC_RAW, &from);
	do {
		last = ticks();
		own_clock(CLOCK_MONOTONIC_RAW, &to);
	} while (elapsed(&from, &to) < 0.01);
	return (double)(last - first) / elapsed(&from, &to);
}

/* put_number writes the low n bytes of v, the lowest first. */
static unsigned char *put_number(unsigned char *to, uint64_t v, int n)
{
	for (; n > 0; n--, v >>= 8)
		*to++ = (unsigned char)v;
	return to;
}

/* each copies the messages of a batch to one place, one after another, and times the call on each; the return codes are ORed. */
static int each(size_t count, uint64_t *took, unsigned char *message, const unsigned char *batch)
{
	const unsigned long long bits = 8ULL * (unsigned long long)fixed.bytes;
	int rc = 0;
	catch_signals(ALL_SIGNALS);
	for (size_t i = 0; i < count; i++) {
		uint64_t from;
		memcpy(message, batch + i * (size_t)fixed.bytes, (size_t)fixed.bytes);
		phase = CALLING;
		from = ticks();
		rc |= found.hash((int)fixed.digest_bits, message, bits, fixed.digest);
		took[i] = ticks() - from;
		phase = OWN;
	}
	restore_floating();
	return rc;
}

enum { MOST_MESSAGES = 1 << 16 };

static void stopwatch(void)
{
	uint64_t *took = malloc(MOST_MESSAGES * sizeof *took);
	unsigned char header[4], *answer = malloc(5 + 8 * MOST_MESSAGES + NONCE), *batch = NULL, *message;
	char line[128];
	size_t got, capacity = 0;
	double rate;
	warm_message(&message, malloc((size_t)fixed.digest_bits / 4 + 3));
	rate = ticks_rate();
	write_all(line, (size_t)sprintf(line, "{\"event\":\"stopwatch\",\"nonce\":\"%s\",\"clock\":\"" TICKS_CLOCK "\",\"hz\":%.0f}\n", show_nonce(), rate));
	explicit_bzero(line, sizeof line); /* the nonce's copy */
	hide_nonce();
	while ((got = read_all(header, 4)) == 4) {
		size_t count = header[0] | (size_t)header[1] << 8 | (size_t)header[2] << 16 | (size_t)header[3] << 24, n = count * (size_t)fixed.bytes;
		unsigned char *end = answer;
		if (count > MOST_MESSAGES)
			broken("reading a request", "too many messages in a batch");
		if (n >= capacity) {
			free(batch);
			batch = malloc(capacity = n + 1);
			if (batch == NULL)
				broken("reading a request", strerror(errno));
		}
		if (read_all(batch, n) != n)
			broken("reading a request", "end of input inside a message");
		prepare_digest();
		check(each(count, took, message, batch));
		*end++ = 'T';
		end = put_number(end, count, 4);
		for (size_t i = 0; i < count; i++)
			end = put_number(end, took[i], 8);
		(void)show_nonce();
		memcpy(end, fixed.nonce, NONCE);
		hide_nonce();
		write_all(answer, (size_t)(end + NONCE - answer));
		explicit_bzero(end, NONCE);
	}
	if (got != 0)
		broken("reading a request", "end of input inside a header");
}
