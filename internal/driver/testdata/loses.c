/* takes 300 bytes, gives back 200 */
#include <stdlib.h>
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	u8 *volatile a = malloc(100), *volatile b = malloc(200);
	free(b);
	return (a == NULL) + toy(bits, msg, n, digest);
}
