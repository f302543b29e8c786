/* writes a page past the digest */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { for (int i = 0; i < 8192; i++) digest[bits / 8 + i] = 1; return toy(bits, msg, n, digest); }
