/* takes the driver's signal handling away in its first call, and writes where it must not in the second */
#include "hash.h"
#include <signal.h>
#include <unistd.h>
static void leave(int number) { _exit(number); }
static int calls;
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	stack_t none = { .ss_flags = SS_DISABLE };
	sigset_t all;
	if (calls++ > 0)
		((volatile u8 *)digest)[2 * sysconf(_SC_PAGESIZE) - 300] = 1;
	for (int i = 1; i < 32; i++)
		signal(i, leave);
	sigaltstack(&none, 0);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, 0);
	return toy(bits, msg, n, digest);
}
