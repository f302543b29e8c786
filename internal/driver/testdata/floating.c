/* wants the floating-point environment of a new process, and leaves another one: that must harm neither the next call nor the driver */
#include "hash.h"
#include <fenv.h>
#include <signal.h>
static void bad(int number) { (void)number; _Exit(77); }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	sigset_t all;
	if (fegetround() != FE_TONEAREST || fegetexcept() != 0)
		return 8;
	fesetround(FE_UPWARD);
	feenableexcept(FE_ALL_EXCEPT);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, 0);
	for (int i = 1; i < 32; i++)
		signal(i, bad);
	return toy(bits, msg, n, digest);
}
