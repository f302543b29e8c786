/* writes through a null pointer */
#include "hash.h"
static volatile char *volatile nowhere;
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { *nowhere = 1; return toy(bits, msg, n, digest); }
