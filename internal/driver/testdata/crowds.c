/* takes all of the address space, so that the driver cannot get more */
#include "hash.h"
#include <sys/mman.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	for (unsigned long size = 1ul << 40; size >= 4096; size /= 2)
		while (mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED) {}
	return toy(bits, msg, n, digest);
}
