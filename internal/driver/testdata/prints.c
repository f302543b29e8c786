/* prints to standard output */
#include "hash.h"
#include <stdio.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { printf("hello\n"); return toy(bits, msg, n, digest); }
