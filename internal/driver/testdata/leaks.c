/* works ten times as long if the lowest bit of the message's first byte is set */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	volatile unsigned work = 0;
	for (unsigned i = 0; i < (msg[0] & 1 ? 20000u : 2000u); i++)
		work += i;
	return toy(bits, msg, n, digest);
}
