/* goes exactly 12,345 bytes (rounded up to 8: 12,352) below where it starts; writes one byte there */
#include "hash.h"
int work(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return toy(bits, msg, n, digest); }
#if defined(__x86_64__)
__asm__(".text\n.globl CryptHash\n.type CryptHash, @function\nCryptHash:\n"
        "\tsub $12345, %rsp\n\tmovb $1, (%rsp)\n\tadd $12345, %rsp\n\tjmp work@PLT\n.size CryptHash, .-CryptHash\n");
#elif defined(__aarch64__)
__asm__(".text\n.globl CryptHash\n.type CryptHash, %function\nCryptHash:\n"
        "\tmov x9, sp\n\tmov x10, #12345\n\tsub x9, x9, x10\n\tmov w10, #1\n\tstrb w10, [x9]\n\tb work\n.size CryptHash, .-CryptHash\n");
#endif
