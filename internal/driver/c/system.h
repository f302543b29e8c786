/*
 * system.h: system calls that the driver makes with an instruction of its own. There is no function between it and the
 * kernel whose name a library could take or whose address a library could change, and the filter (filter.h) can
 * tell these calls from a candidate's by where they come from.
 */

/* Not in all systems' headers. */
#ifndef SYS_mseal
#define SYS_mseal 462
#endif

#if defined(__x86_64__)
#define SYSTEM_ARCH AUDIT_ARCH_X86_64
static long ask(long number, long a, long b, long c, long d, long e, long f)
{
	long result;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
#define SYSTEM_ARCH AUDIT_ARCH_AARCH64
static long ask(long number, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;
	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
	return x0;
}
#else
static long ask(long number, long a, long b, long c, long d, long e, long f)
{
	long result = syscall(number, a, b, c, d, e, f);
	return result == -1 ? -errno : result;
}
#endif

/* asked is ask with the C library's way to tell of an error: -1 and errno. */
static long asked(long number, long a, long b, long c, long d)
{
	long result = ask(number, a, b, c, d, 0, 0);
	if (result >= 0 || result < -4095)
		return result;
	errno = (int)-result;
	return -1;
}

static ssize_t own_write(int file, const void *data, size_t n) { return asked(SYS_write, file, (long)(intptr_t)data, (long)n, 0); }
static ssize_t own_read(int file, void *data, size_t n) { return asked(SYS_read, file, (long)(intptr_t)data, (long)n, 0); }
static int own_ioctl(int file, unsigned long request, void *argument) { return (int)asked(SYS_ioctl, file, (long)request, (long)(intptr_t)argument, 0); }

/* at_start reads a file from its beginning. */
static ssize_t at_start(int file, void *data, size_t n) { return asked(SYS_pread64, file, (long)(intptr_t)data, (long)n, 0); }

/*
 * own_clock reads a clock by a system call and not by the kernel's faster code in the process (the vDSO), which is found through
 * a pointer in memory. Both reads of a trial are outside the calls; they add about a tenth of a microsecond to it.
 */
static void own_clock(clockid_t id, struct timespec *t)
{
#ifdef SYSTEM_ARCH
	if (ask(SYS_clock_gettime, id, (long)(intptr_t)t, 0, 0, 0, 0) == 0)
		return;
#endif
	clock_gettime(id, t);
}

static int own_cpu(void)
{
	unsigned int number = 0;
	return ask(SYS_getcpu, (long)(intptr_t)&number, 0, 0, 0, 0, 0) == 0 ? (int)number : -1;
}

static void own_usage(int who, struct rusage *u)
{
	memset(u, 0, sizeof *u);
	(void)ask(SYS_getrusage, who, (long)(intptr_t)u, 0, 0, 0, 0);
}
