/* calls system */
#include "hash.h"
#include <stdlib.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return toy(bits, msg, n, digest) + 0 * system("true"); }
