/* gives a block back twice */
#include <stdlib.h>
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	u8 *volatile p = malloc(100);
	free(p);
	free(p);
	return toy(bits, msg, n, digest);
}
