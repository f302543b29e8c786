/* takes the page of the digest away */
#include "hash.h"
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	toy(bits, msg, n, digest);
	return munmap((void *)((uintptr_t)digest / page * page), page);
}
