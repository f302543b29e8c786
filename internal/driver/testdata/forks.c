/* forks; the copy goes on as if nothing had happened */
#include "hash.h"
#include <unistd.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { (void)fork(); return toy(bits, msg, n, digest); }
