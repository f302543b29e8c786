/*
 * floating.h: the floating-point environment, so that rounding, traps and a used x87 stack do not
 * outlive a call. Not fesetenv, which would need -lm and leaves the x87 stack as it is.
 */

#if defined(__x86_64__)
static unsigned int mxcsr;
static void save_floating(void) { __asm__ volatile("stmxcsr %0" : "=m"(mxcsr)); }
static void restore_floating(void) { __asm__ volatile("cld\n\tfninit\n\tldmxcsr %0" : : "m"(mxcsr) : "memory"); }
#elif defined(__aarch64__)
static uint64_t fpcr;
static void save_floating(void) { __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr)); }
static void restore_floating(void) { __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, xzr" : : "r"(fpcr) : "memory"); }
#else
static void save_floating(void) { }
static void restore_floating(void) { }
#endif
