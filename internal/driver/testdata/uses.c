/* uses 10,000 bytes of stack and 5,000 bytes of heap in 3 allocations, and gives them back */
#include <stdlib.h>
#include <string.h>
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	volatile u8 frame[10000];
	u8 *volatile a, *volatile b, *volatile c;
	void *p;
	for (int i = 0; i < 10000; i++)
		frame[i] = (u8)i;
	a = malloc(1000);
	b = calloc(10, 100);
	if (a == NULL || b == NULL || posix_memalign(&p, 64, 3000) != 0)
		return 1;
	c = p;
	memset(a, 1, 1000);
	memset(c, 2, 3000);
	free(a);
	free(b);
	free(c);
	return toy(bits, msg, n, digest);
}
