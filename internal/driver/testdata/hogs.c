/* takes memory until there is none */
#include "hash.h"
#include <stdlib.h>
#include <string.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { char *p; while ((p = malloc(1 << 20)) != 0) memset(p, 1, 1 << 20); (void)msg; (void)n; (void)digest; (void)bits; return 12; }
