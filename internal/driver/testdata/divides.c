/* divides by zero */
#include "hash.h"
#include <signal.h>
static volatile int zero;
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { if (bits / zero == 1) raise(SIGFPE); raise(SIGFPE); return toy(bits, msg, n, digest); }
