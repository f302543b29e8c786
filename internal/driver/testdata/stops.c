/* stops and waits for somebody to let it go on */
#include "hash.h"
#include <signal.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { raise(SIGSTOP); return toy(bits, msg, n, digest); }
