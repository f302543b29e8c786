/* calls quick_exit(5) */
#include "hash.h"
#define _ISOC11_SOURCE
#include <stdlib.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { (void)bits; (void)msg; (void)n; (void)digest; quick_exit(5); }
