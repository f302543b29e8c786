/* its constructor prints */
#include "hash.h"
#include <stdio.h>
#include <stdlib.h>
static volatile char *volatile nowhere;
__attribute__((constructor)) static void start(void) { if (nowhere == 0) { puts("hi"); } }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return toy(bits, msg, n, digest); }
