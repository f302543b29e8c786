/* takes 9,000 bytes in its first call and 100 in each later one, and gives them back */
#include <stdlib.h>
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	static int warm;
	u8 *volatile p = malloc(warm ? 100 : 9000);
	warm = 1;
	free(p);
	return toy(bits, msg, n, digest);
}
