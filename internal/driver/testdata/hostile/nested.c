/* takes the address of a function inside a function: gcc writes code on the stack for it */
#include "../hash.h"
static int twice(int (*f)(void)) { return f() + f(); }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	int hash(void) { return toy(bits, msg, n, digest); }
	int (*volatile f)(void) = hash;
	return twice(f);
}
