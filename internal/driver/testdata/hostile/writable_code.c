/* has code that is writable when it is loaded */
#include "../hash.h"
__asm__(".section .own,\"awx\"\n.byte 0xc3\n.text\n");
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return toy(bits, msg, n, digest); }
