/* has addresses among its instructions, which the dynamic linker must write there */
#include "../hash.h"
__asm__(".text\n.hidden table\ntable: .quad CryptHash\n");
extern int (*const table)(int, const u8 *, unsigned long long, u8 *) __attribute__((visibility("hidden")));
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return table == CryptHash ? toy(bits, msg, n, digest) : 9; }
