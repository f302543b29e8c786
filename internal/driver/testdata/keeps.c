/* makes a table of 4,096 bytes in its first call and keeps it; takes 50 bytes for each call */
#include <stdlib.h>
#include "hash.h"
static u8 *table;
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	u8 *volatile block;
	if (table == NULL)
		table = calloc(64, 64);
	block = malloc(50);
	free(block);
	return table[7] + toy(bits, msg, n, digest);
}
