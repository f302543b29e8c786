/* limits can be read, but not be changed any more */
#include "hash.h"
#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	struct rlimit r;
	if (getrlimit(RLIMIT_AS, &r) != 0)
		return 4;
	r.rlim_cur = 1 << 20;
	if (setrlimit(RLIMIT_AS, &r) == 0 || errno != EPERM)
		return 5;
#ifdef SYS_setrlimit
	if (syscall(SYS_setrlimit, RLIMIT_AS, &r) == 0 || errno != EPERM)
		return 6;
#endif
	return toy(bits, msg, n, digest);
}
