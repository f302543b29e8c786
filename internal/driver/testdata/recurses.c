/* calls itself without end */
#include "hash.h"
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { volatile u8 frame[512]; frame[0] = (u8)CryptHash(bits, msg, n, digest); return frame[0]; }
