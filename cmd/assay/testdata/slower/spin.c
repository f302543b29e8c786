#include <stdint.h>

/* A hash of no strength whose time is nearly all that of a loop: SPINS steps, an even number, for every 64 bytes of the
   message. Each step needs the result of the one before, so they cannot overlap, and what they compute does not reach the
   digest: an odd number added an even number of times leaves the lowest bit as it was. */
int CryptHash(int digest_bits, const unsigned char *msg, unsigned long long msg_bits, unsigned char *digest);

int CryptHash(int digest_bits, const unsigned char *msg, unsigned long long msg_bits, unsigned char *digest)
{
    uint64_t h = 0x9e3779b97f4a7c15u ^ msg_bits, x, first;
    unsigned long long i, n = (msg_bits + 7) / 8;
    int k;

    for (i = 0; i < n; i++) {
        unsigned char last = i == n - 1 && msg_bits % 8 ? (unsigned char)(0xff00 >> (msg_bits % 8)) : 0xff;
        h = (h ^ (msg[i] & last)) * 0x100000001b3u;
        if (i % 64 == 63 || i == n - 1) {
            x = first = h;
            for (k = 0; k < SPINS; k++)
                x = x * 6364136223846793005u + 1442695040888963407u;
            h += (x ^ first) & 1;
        }
    }
    for (k = 0; k < digest_bits / 8; k++) {
        h = h * 0x100000001b3u + 1;
        digest[k] = (unsigned char)(h >> 56);
    }
    return 0;
}
