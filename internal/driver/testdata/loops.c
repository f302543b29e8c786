/* never returns */
#include "hash.h"
static volatile int forever = 1;
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { while (forever) {} return toy(bits, msg, n, digest); }
