/* says that it failed */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { toy(bits, msg, n, digest); return 7; }
