/* exports the functions that a driver might call, with a clock that stands nearly still; none of them may ever be called */
#define _GNU_SOURCE
#include "../hash.h"
#include <dlfcn.h>
#include <stddef.h>
static volatile unsigned long sink;
static long called(const char *name)
{
	static const char harm[] = "HARM: called ";
	long n = 0;
	while (name[n] != 0)
		n++;
#ifdef __x86_64__
	long r;
	__asm__ volatile("syscall" : "=a"(r) : "a"(1), "D"(2), "S"(harm), "d"(sizeof harm - 1) : "rcx", "r11", "memory");
	__asm__ volatile("syscall" : "=a"(r) : "a"(1), "D"(2), "S"(name), "d"(n) : "rcx", "r11", "memory");
#endif
	return 0;
}
#define TAKE(name) long name(void); long name(void) { return called(#name); }
struct span { long seconds, nanoseconds; };
int clock_gettime(int id, struct span *t);
int clock_gettime(int id, struct span *t) { static long n; (void)id; t->seconds = 1000; t->nanoseconds = n++; return (int)called("clock_gettime"); }
int __clock_gettime(int id, struct span *t);
int __clock_gettime(int id, struct span *t) { return clock_gettime(id, t); }
int __vdso_clock_gettime(int id, struct span *t);
int __vdso_clock_gettime(int id, struct span *t) { return clock_gettime(id, t); }
TAKE(read) TAKE(write) TAKE(memcmp) TAKE(memcpy) TAKE(memset) TAKE(memmove) TAKE(strlen) TAKE(strcmp) TAKE(sprintf) TAKE(snprintf) TAKE(vsnprintf)
TAKE(mprotect) TAKE(ioctl) TAKE(syscall) TAKE(getrusage) TAKE(sched_getcpu) TAKE(open) TAKE(close) TAKE(fflush) TAKE(_exit) TAKE(sigaction)
TAKE(sigprocmask) TAKE(sigaltstack) TAKE(__errno_location) TAKE(pread) TAKE(strtoll) TAKE(strstr) TAKE(malloc) TAKE(calloc) TAKE(free) TAKE(realloc)
TAKE(explicit_bzero) TAKE(__stack_chk_fail) TAKE(__memcpy_chk) TAKE(__sprintf_chk) TAKE(prctl) TAKE(gettimeofday) TAKE(time) TAKE(raise) TAKE(getpid)
#ifdef IN_CONSTRUCTOR
/* joins the scope in which the driver's own names are looked up */
__attribute__((constructor)) static void join(void)
{
	Dl_info own;
	if (dladdr((void *)&join, &own) != 0)
		(void)dlopen(own.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
}
#endif
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	for (unsigned long i = 0; i < 1000000; i++) /* at least a tenth of a millisecond on any machine */
		sink += i;
	return toy(bits, msg, n, digest);
}
