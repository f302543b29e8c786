/* writes one byte before the digest */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { digest[-1] ^= 1; return toy(bits, msg, n, digest); }
