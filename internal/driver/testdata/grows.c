/* resizes a block: 10, 1,000, 500 bytes, with its content */
#include <stdlib.h>
#include <string.h>
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	u8 *volatile p = realloc(NULL, 10);
	memcpy(p, "012345678", 10);
	p = realloc(p, 1000);
	memset(p + 10, 7, 990);
	p = realloc(p, 500);
	if (memcmp(p, "012345678", 10) != 0 || p[10] != 7 || p[499] != 7)
		return 1;
	free(p);
	return toy(bits, msg, n, digest);
}
