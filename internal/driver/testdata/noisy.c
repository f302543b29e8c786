/* prints 3000 characters to standard error */
#include "hash.h"
#include <stdio.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { for (int i = 0; i < 300; i++) fprintf(stderr, "noise%04d\n", i); return toy(bits, msg, n, digest); }
