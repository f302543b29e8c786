/*
 * driver.c runs a candidate's shared library in a process of its own.
 *
 *     driver serve     target=LIB digest_bits=N
 *     driver time      target=LIB digest_bits=N cpu=K bytes=N warmups=N calls=N
 *     driver calibrate target=LIB digest_bits=N cpu=K bytes=N warmups=N window_ns=N
 *     driver stopwatch target=LIB digest_bits=N cpu=K bytes=N warmups=N
 *     driver memory    target=LIB digest_bits=N cpu=K bytes=N calls=N          (compiled with COUNT_MEMORY alone)
 *
 * with cpu_seconds=N and address_space=N (bytes) as limits in every mode, and jail=N, the parts of the jail to be in
 * force (confine.h).
 *
 * Input begins with a line of 32 hexadecimal digits, the nonce: every line
 * but "hello" and "ready" and every answer carries it.
 *
 * Output: JSON lines. First "hello", then "ready" once the library is loaded,
 * then the report. A misbehaving candidate ends the process with a "failure"
 * line (a verdict), a fault of the harness with an "error" line.
 * serve: a request is the message length in bits (64-bit little-endian) and
 * the message; the answer is 'D', the digest length in bytes (32-bit
 * little-endian), the digest and the nonce. End of input at a request's start ends it.
 * stopwatch: a request is a count (32-bit little-endian) and as many messages; the answer is 'T', the
 * count, the ticks of each call (64-bit little-endian) and the nonce. It ends like serve.
 *
 * The file is one program: each header is a part of it, included once, below. COUNT_MEMORY adds two, heap.h and memory.h.
 * Architecture-specific: system calls (system.h), two assembly chains (clock.h), the floating-point control
 * register (floating.h), the tick counter (stopwatch.h).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GUARD = 256, EXIT_VERDICT = 3, EXIT_BROKEN = 4 };

#include "fixed.h"

/* ---- state ---- */

static char *stack_top;
static size_t stack_limit;
static volatile sig_atomic_t phase;         /* whose code runs */
enum { OWN, LOADING, CALLING };
static volatile sig_atomic_t loaded;        /* from here on the candidate's code may have damaged the driver */

static unsigned char *message_map, *message_end; /* the message ends at a protected page */
static size_t message_capacity;
static unsigned char guard_seed;

#ifdef COUNT_MEMORY
#include "heap.h"
#endif
#include "system.h"
#include "nonce.h"
#include "deeds.h"
#include "verdict.h"
#include "namespaces.h"
#include "landlock.h"
#include "filter.h"
#include "seal.h"
#include "library.h"
#include "confine.h"
#include "buffers.h"
#include "clock.h"
#include "floating.h"

/* ---- calling the candidate ---- */

/* run calls CryptHash n times on the message and counts the calls; the return codes are ORed. */
static int run(long long n, const unsigned char *message, unsigned long long bits, long long *counted)
{
	int rc = 0;
	long long i;
	phase = CALLING;
	for (i = 0; i < n; i++) {
		rc |= found.hash((int)fixed.digest_bits, message, bits, fixed.digest);
		__asm__ volatile("" : "+r"(i)); /* counted call by call, not put in place of n */
	}
	phase = OWN;
	*counted = i;
	return rc;
}

/* call is run for calls that are not timed; what the candidate did to the process's state is undone. */
static int call(long long n, const unsigned char *message, unsigned long long bits)
{
	long long counted;
	int rc;
	catch_signals(MEMORY_FAULTS);
	rc = run(n, message, bits, &counted);
	restore_floating();
	return rc;
}

static void check_output(const char *when)
{
	int n = 0;
	fflush(stdout);
	if (own_ioctl(fixed.captured, FIONREAD, &n) == 0 && n > 0)
		fail("CRYPTOFAIL", "wrote %d bytes to standard output%s", n, when);
}

/* check ends the process with a verdict if the calls did anything but compute a digest. */
static void check(int rc)
{
	check_processes("CRASH", " inside CryptHash");
	for (size_t i = 0; i < GUARD; i++) {
		if (fixed.digest[fixed.digest_bytes + i] != guard_byte(i))
			fail("OVERFLOW", "wrote past the end of the digest buffer (byte %zu of a digest of %zu bytes)",
			     fixed.digest_bytes + i, fixed.digest_bytes);
		if (fixed.digest[-1 - (ptrdiff_t)i] != guard_byte(i))
			fail("OVERFLOW", "wrote before the start of the digest buffer (byte -%zu)", i + 1);
	}
	if (rc != 0)
		fail("CRYPTOFAIL", "CryptHash returned %d", rc);
	check_output("");
}

static void load(void)
{
	static const char *const while_loaded = " while the library was loaded";
	void *library, *symbol;
	const char *error;
	if (fixed.refused != NULL)
		fail("LOADFAIL", "the library %s", fixed.refused);
	phase = LOADING;
	library = dlopen(fixed.target, RTLD_NOW | RTLD_LOCAL);
	restore_floating();
	error = library == NULL ? dlerror() : NULL;
	check_processes("LOADFAIL", while_loaded);
	check_output(while_loaded);
	if (library == NULL)
		fail("LOADFAIL", "%s", error ? error : "dlopen failed");
	symbol = dlsym(library, "CryptHash");
	if (symbol == NULL)
		fail("LOADFAIL", "the library has no function CryptHash");
	memcpy(&found.hash, &symbol, sizeof symbol);
	fix(&found, sizeof found);
	close_files();
	catch_signals(ALL_SIGNALS);
	loaded = 1;
	phase = OWN;
}

/* ---- serve ---- */

/* read_all returns how many of the n bytes came before the end of input. */
static size_t read_all(void *data, size_t n)
{
	size_t got = 0;
	while (got < n) {
		ssize_t r = own_read(fixed.in, (char *)data + got, n - got);
		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0)
			broken("reading a request", strerror(errno));
		if (r == 0)
			break;
		got += (size_t)r;
	}
	return got;
}

/* take_nonce reads the first line of input, before any of the candidate's code is there. */
static void take_nonce(void)
{
	static const char *const what = "reading the nonce";
	char *place = mmap(NULL, fixed.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (place == MAP_FAILED)
		broken(what, strerror(errno));
	if (read_all(place, NONCE + 1) != NONCE + 1 || place[NONCE] != '\n')
		broken(what, "input does not begin with a line of 32 digits");
	place[NONCE] = 0;
	if (strspn(place, "0123456789abcdef") != NONCE)
		broken(what, "it is not hexadecimal");
	fixed.nonce = place;
	hide_nonce();
}

static void serve(void)
{
	unsigned char *answer = malloc(5 + (size_t)(fixed.digest_bits + 7) / 8 + NONCE);
	unsigned char header[8];
	size_t got;
	while ((got = read_all(header, 8)) == 8) {
		unsigned long long bits = 0;
		size_t n, unwritten = 0;
		unsigned char *message;
		for (int i = 7; i >= 0; i--)
			bits = bits << 8 | header[i];
		n = (size_t)(bits / 8 + (bits % 8 != 0));
		message = message_buffer(n);
		if (read_all(message, n) != n)
			broken("reading a request", "end of input inside a message");
		prepare_digest();
		check(call(1, message, bits));
		while (unwritten < fixed.digest_bytes && fixed.digest[unwritten] == 0xd1)
			unwritten++;
		if (unwritten == fixed.digest_bytes && fixed.digest_bytes >= 8)
			fail("CRYPTOFAIL", "CryptHash returned 0 without writing the digest");
		answer[0] = 'D';
		for (int i = 0; i < 4; i++)
			answer[1 + i] = (unsigned char)(fixed.digest_bytes >> 8 * i);
		memcpy(answer + 5, fixed.digest, fixed.digest_bytes);
		(void)show_nonce();
		memcpy(answer + 5 + fixed.digest_bytes, fixed.nonce, NONCE);
		hide_nonce();
		write_all(answer, 5 + fixed.digest_bytes + NONCE);
		explicit_bzero(answer + 5 + fixed.digest_bytes, NONCE);
	}
	if (got != 0)
		broken("reading a request", "end of input inside a header");
}

/* ---- time and calibrate ---- */

/* warm_message fills the timed message, computes its digest and warms up; it returns the resident set before. */
static long long warm_message(unsigned char **message, char *digest_hex)
{
	long long resident;
	*message = message_buffer((size_t)fixed.bytes);
	for (size_t i = 0; i < (size_t)fixed.bytes; i++)
		(*message)[i] = (unsigned char)(7 * i + 1);
	prepare_digest();
	resident = number_in(fixed.status_file, "VmRSS:");
	check(call(1, *message, 8ULL * (unsigned long long)fixed.bytes));
	put_hex(digest_hex, fixed.digest, fixed.digest_bytes);
	check(call(fixed.warmups, *message, 8ULL * (unsigned long long)fixed.bytes));
	return resident;
}

/*
 * tell_begin tells the parent the time before the calls begin, and reads it in *from: what lies in this process's memory
 * the candidate may change, but not what the parent has been told. The line is written before *from is read, so it
 * is not in the measurement; if something came between the two, once more, and if that does not help, the time that was told counts.
 */
enum { BETWEEN = 200000, MOST_BEGINNINGS = 100 }; /* nanoseconds; protocol.go has it, too */
static void tell_begin(const struct timespec *thread, struct timespec *from)
{
	char line[256];
	struct timespec told;
	for (int i = 0; i < MOST_BEGINNINGS; i++) {
		const char *secret = show_nonce();
		own_clock(CLOCK_MONOTONIC_RAW, &told);
		write_all(line, (size_t)sprintf(line, "{\"event\":\"begin\",\"nonce\":\"%s\",\"began_ns\":%lld,\"thread_began_ns\":%lld}\n", secret,
		    nanoseconds(&told), nanoseconds(thread)));
		explicit_bzero(line, sizeof line);
		hide_nonce();
		own_clock(CLOCK_MONOTONIC_RAW, from);
		if (nanoseconds(from) - nanoseconds(&told) < BETWEEN)
			return;
	}
	*from = told;
}

static void time_trial(void)
{
	const unsigned long long bits = 8ULL * (unsigned long long)fixed.bytes;
	char *before = calloc(2, (size_t)fixed.digest_bits / 4 + 3), *after = before + fixed.digest_bits / 4 + 3, *line;
	struct { uint64_t members, enabled, running, value[2]; } counted = { 0, 0, 0, { 0, 0 } };
	struct rusage u0, u1;
	struct timespec from, to, thread0, thread1;
	unsigned char *message;
	long long resident = warm_message(&message, before), m0, m1;
	int rc, n, cpu0, cpu1;
	double clock0, clock1;
	long long made;
	prepare_digest();
	catch_signals(ALL_SIGNALS);
	clock0 = estimate_clock();
	m0 = number_in(fixed.sched_file, "nr_migrations");
	cpu0 = own_cpu();
	own_usage(RUSAGE_THREAD, &u0);
	own_clock(CLOCK_THREAD_CPUTIME_ID, &thread0);
	if (fixed.counter >= 0) {
		own_ioctl(fixed.counter, PERF_EVENT_IOC_RESET, (void *)PERF_IOC_FLAG_GROUP);
		own_ioctl(fixed.counter, PERF_EVENT_IOC_ENABLE, (void *)PERF_IOC_FLAG_GROUP);
	}
	tell_begin(&thread0, &from);
	rc = run(fixed.calls, message, bits, &made);
	own_clock(CLOCK_MONOTONIC_RAW, &to);
	if (fixed.counter >= 0) {
		own_ioctl(fixed.counter, PERF_EVENT_IOC_DISABLE, (void *)PERF_IOC_FLAG_GROUP);
		if (own_read(fixed.counter, &counted, sizeof counted) <= 0)
			memset(&counted, 0, sizeof counted);
	}
	restore_floating();
	own_clock(CLOCK_THREAD_CPUTIME_ID, &thread1);
	own_usage(RUSAGE_THREAD, &u1);
	cpu1 = own_cpu();
	m1 = number_in(fixed.sched_file, "nr_migrations");
	clock1 = estimate_clock();
	check(rc);
	put_hex(after, fixed.digest, fixed.digest_bytes);
	line = malloc(2048 + (size_t)fixed.digest_bits);
	n = sprintf(line, "{\"event\":\"end\",\"nonce\":\"%s\",\"began_ns\":%lld,\"ended_ns\":%lld,\"thread_ended_ns\":%lld}\n", show_nonce(),
	    nanoseconds(&from), nanoseconds(&to), nanoseconds(&thread1));
	n += sprintf(line + n,
	    "{\"event\":\"trial\",\"nonce\":\"%s\",\"calls\":%lld,\"seconds\":%.9f,\"cycles\":%llu,\"instructions\":%llu,"
	    "\"counter\":{\"errno\":%d,\"time_enabled_ns\":%llu,\"time_running_ns\":%llu},"
	    "\"clock_before_hz\":%.0f,\"clock_after_hz\":%.0f,"
	    "\"context_switches_voluntary\":%ld,\"context_switches_involuntary\":%ld,\"cpu_migrations\":%lld,"
	    "\"page_faults_minor\":%ld,\"page_faults_major\":%ld,\"thread_cpu_seconds\":%.9f,"
	    "\"baseline_rss_bytes\":%lld,\"peak_rss_bytes\":%lld,\"cpu_before\":%d,\"cpu_after\":%d,"
	    "\"digest_before\":\"%s\",\"digest_after\":\"%s\"}\n",
	    show_nonce(), made, elapsed(&from, &to), (unsigned long long)counted.value[0], (unsigned long long)counted.value[1],
	    fixed.counter_errno, (unsigned long long)counted.enabled, (unsigned long long)counted.running, clock0, clock1,
	    u1.ru_nvcsw - u0.ru_nvcsw, u1.ru_nivcsw - u0.ru_nivcsw, m0 < 0 || m1 < 0 ? -1 : m1 - m0,
	    u1.ru_minflt - u0.ru_minflt, u1.ru_majflt - u0.ru_majflt, elapsed(&thread0, &thread1),
	    resident < 0 ? 0 : resident * 1024, number_in(fixed.status_file, "VmHWM:") * 1024, cpu0, cpu1, before, after);
	write_all(line, (size_t)n);
}

static void calibrate(void)
{
	const double window = 1e-9 * (double)fixed.window_ns;
	char *ignored = malloc((size_t)fixed.digest_bits / 4 + 3), line[256];
	unsigned char *message;
	double first = 0, t = 0;
	long long n = 1, counted = 0;
	warm_message(&message, ignored);
	for (int done = 0; done < 2;) {
		struct timespec from, to;
		int rc;
		catch_signals(ALL_SIGNALS);
		own_clock(CLOCK_MONOTONIC_RAW, &from);
		rc = run(n, message, 8ULL * (unsigned long long)fixed.bytes, &counted);
		own_clock(CLOCK_MONOTONIC_RAW, &to);
		restore_floating();
		check(rc);
		if (counted != n)
			fail("CRASH", "the driver made %lld calls instead of %lld: its loop was tampered with", counted, n);
		t = elapsed(&from, &to);
		if (done == 1 || t >= window) { /* long enough: once more */
			if (done++ == 0)
				first = t;
		} else if (t >= 1e-3) { /* long enough to foretell the number of calls */
			n = (long long)((double)n * window / t * 1.05) + 1;
		} else {
			n *= 2;
		}
	}
	write_all(line, (size_t)sprintf(line,
	    "{\"event\":\"calibration\",\"nonce\":\"%s\",\"calls\":%lld,\"seconds\":%.9f,\"per_call\":%.12g}\n", show_nonce(),
	    counted, t, (t < first ? t : first) / (double)counted));
}

#include "stopwatch.h"
#ifdef COUNT_MEMORY
#include "memory.h"
#endif

/* ---- start ---- */

static void parse(int argc, char **argv)
{
	static const struct { const char *key; long long *value; } numbers[] = {
		{ "digest_bits", &fixed.digest_bits }, { "cpu", &fixed.cpu }, { "bytes", &fixed.bytes }, { "warmups", &fixed.warmups },
		{ "calls", &fixed.calls }, { "window_ns", &fixed.window_ns }, { "cpu_seconds", &fixed.cpu_seconds },
		{ "address_space", &fixed.address_space }, { "clock_windows", &fixed.clock_windows }, { "jail", &fixed.jail },
	};
	if (argc < 2)
		broken("usage", "driver serve|time|calibrate|stopwatch|memory key=value ...");
	fixed.mode = argv[1];
	for (int i = 2; i < argc; i++) {
		char *equals = strchr(argv[i], '='), *end;
		size_t k, count = sizeof numbers / sizeof *numbers;
		if (equals == NULL)
			broken("argument is not key=value", argv[i]);
		*equals = 0;
		if (strcmp(argv[i], "target") == 0) {
			fixed.target = equals + 1;
			continue;
		}
		for (k = 0; k < count && strcmp(argv[i], numbers[k].key) != 0; k++)
			;
		if (k == count)
			broken("unknown parameter", argv[i]);
		errno = 0;
		*numbers[k].value = strtoll(equals + 1, &end, 10);
		if (errno != 0 || *end != 0 || end == equals + 1)
			broken("not a number", argv[i]);
	}
	if (fixed.target == NULL || fixed.digest_bits < 1 || fixed.digest_bits > 1 << 20)
		broken("parameters", "target and digest_bits (1 to 1048576) are needed");
	if (fixed.bytes < 0 || fixed.warmups < 0 || (strcmp(fixed.mode, "time") == 0 && fixed.calls < 1))
		broken("parameters", "bytes and warmups must not be negative, calls must be at least 1");
	if (strcmp(fixed.mode, "memory") == 0 && (fixed.calls < 2 || fixed.calls > 16))
		broken("parameters", "calls must be 2 to 16");
	if (fixed.clock_windows < 0 || fixed.clock_windows > MOST_WINDOWS)
		broken("parameters", "clock_windows must be 0 to 100");
	if (fixed.jail < 0 || fixed.jail >= 2 * RLIMITS)
		broken("parameters", "jail must be 0 to 15");
}

static void pin(void)
{
	cpu_set_t set;
	if (fixed.cpu < 0)
		return;
	CPU_ZERO(&set);
	if (fixed.cpu < CPU_SETSIZE)
		CPU_SET((size_t)fixed.cpu, &set);
	if (sched_setaffinity(0, sizeof set, &set) != 0) {
		char what[64];
		snprintf(what, sizeof what, "cannot pin to CPU %lld", fixed.cpu);
		broken(what, strerror(errno));
	}
}

/* move_descriptors keeps the protocol away from 0 and 1; the candidate finds nothing on 0 and a pipe on 1. */
static void move_descriptors(void)
{
	int fds[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
	fixed.in = fcntl(0, F_DUPFD_CLOEXEC, 200);
	fixed.out = fcntl(1, F_DUPFD_CLOEXEC, 200);
	if (null < 0 || fixed.in < 0 || fixed.out < 0 || pipe2(fds, O_NONBLOCK | O_CLOEXEC) != 0)
		_exit(EXIT_BROKEN);
	fixed.captured = fcntl(fds[0], F_DUPFD_CLOEXEC, 200);
	dup2(null, 0);
	dup2(fds[1], 1);
	close(null);
	close(fds[0]);
	close(fds[1]);
}

/* open_files opens what is measured with. */
static void open_files(void)
{
	fixed.status_file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	fixed.sched_file = open("/proc/self/sched", O_RDONLY | O_CLOEXEC);
	fixed.tasks_folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (strcmp(fixed.mode, "time") != 0)
		return;
	fixed.counter = open_counter(PERF_COUNT_HW_CPU_CYCLES, -1);
	fixed.counter_errno = fixed.counter < 0 ? errno : 0;
	if (fixed.counter >= 0)
		(void)open_counter(PERF_COUNT_HW_INSTRUCTIONS, fixed.counter);
}

static void start(void)
{
	char here, line[192], parts[64];
	if (fixed.jail & NAMESPACES)
		split();
	fixed.self = getpid();
	take_nonce();
	save_floating();
#ifdef COUNT_MEMORY
	unsetenv("LD_BIND_NOW");
#endif
	pin();
	open_files();
	stack_top = &here;
	catch_signals(ALL_SIGNALS);
	catch_forbidden();
	signal(SIGPIPE, SIG_IGN);
	inspect();
	prepare_digest();
	confine();
	put_jail(parts);
	write_all(line, (size_t)snprintf(line, sizeof line,
	    "{\"event\":\"hello\",\"protocol\":2,\"driver\":\"c\",\"mode\":\"%.20s\",\"jail\":[%s]}\n", fixed.mode, parts));
	load();
	write_all("{\"event\":\"ready\"}\n", 18);
}

int main(int argc, char **argv)
{
	void (*work)(void);
	fixed.page = (size_t)sysconf(_SC_PAGESIZE);
	fixed.cpu = fixed.status_file = fixed.sched_file = fixed.tasks_folder = fixed.counter = -1;
	fixed.clock_windows = 12;
	move_descriptors();
	parse(argc, argv);
	work = strcmp(fixed.mode, "serve") == 0 ? serve : strcmp(fixed.mode, "time") == 0 ? time_trial :
	       strcmp(fixed.mode, "calibrate") == 0 ? calibrate : strcmp(fixed.mode, "stopwatch") == 0 ? stopwatch : NULL;
#ifdef COUNT_MEMORY
	if (strcmp(fixed.mode, "memory") == 0)
		work = memory;
#endif
	if (work == NULL)
		broken("unknown mode", fixed.mode);
	start();
	work();
	_exit(0); /* the candidate's exit handlers are not ours to run */
}
