/* sets 100,000 bytes of stack aside and writes the lowest alone */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { volatile u8 frame[100000]; frame[0] = 1; return toy(bits, msg, n, digest); }
