/* sends signals to itself */
#include "hash.h"
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
static volatile sig_atomic_t got;
static void take(int number) { (void)number; got++; }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	signal(SIGUSR1, take);
	got = 0;
	if (raise(SIGUSR1) != 0 || kill(getpid(), SIGUSR1) != 0 || got != 2)
		return 4;
	if (signal(SIGSYS, take) != SIG_ERR || errno != EINVAL) /* the filter's own */
		return 5;
	return toy(bits, msg, n, digest);
}
