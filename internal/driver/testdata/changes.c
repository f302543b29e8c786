/* computes another digest each time */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { static u8 k; toy(bits, msg, n, digest); digest[0] ^= ++k; return 0; }
