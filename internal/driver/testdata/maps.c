/* takes 8,192 bytes from the system itself */
#include <sys/mman.h>
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	u8 *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return 1;
	p[8191] = 1;
	munmap(p, 8192);
	return toy(bits, msg, n, digest);
}
