/* writes one byte too many */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { digest[bits / 8] ^= 1; return toy(bits, msg, n, digest); }
