/* reads one byte past the end of the message */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return toy(bits, msg, n, digest) + ((volatile const u8 *)msg)[(n + 7) / 8] * 0; }
