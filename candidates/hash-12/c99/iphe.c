/*
 * Iphe: a 2048-bit permutation of additions, rotations and XORs inside a sponge
 * whose capacity is fed forward around every call of the permutation.
 *
 * This is the reference to read and to compare with: it follows the
 * specification step by step and computes every index where it is needed.
 */
#include "iphe.h"

#include <stddef.h>
#include <stdint.h>

#define WORDS 32                                   /* state words of 64 bits */
#define RATE_WORDS ((1984 - DIGEST_BIT_LENGTH) / 64) /* r = 2048 - (d + 64) bits */
#define RATE_BYTES (8 * RATE_WORDS)
#define RATE_BITS (64 * RATE_WORDS)
#define DIGEST_WORDS (DIGEST_BIT_LENGTH / 64)
#define ROUNDS 5 /* big rounds, and small rounds in each of them */

/* The constants are consecutive words of the fractional part of pi. */
static const uint64_t pi_alpha[16] = {
    UINT64_C(0x243f6a8885a308d3), UINT64_C(0x13198a2e03707344), UINT64_C(0xa4093822299f31d0),
    UINT64_C(0x082efa98ec4e6c89), UINT64_C(0x452821e638d01377), UINT64_C(0xbe5466cf34e90c6c),
    UINT64_C(0xc0ac29b7c97c50dd), UINT64_C(0x3f84d5b5b5470917), UINT64_C(0x9216d5d98979fb1b),
    UINT64_C(0xd1310ba698dfb5ac), UINT64_C(0x2ffd72dbd01adfb7), UINT64_C(0xb8e1afed6a267e96),
    UINT64_C(0xba7c9045f12c7f99), UINT64_C(0x24a19947b3916cf7), UINT64_C(0x0801f2e2858efc16),
    UINT64_C(0x636920d871574e69)};
static const uint64_t pi_beta[ROUNDS] = {
    UINT64_C(0xa458fea3f4933d7e), UINT64_C(0x0d95748f728eb658), UINT64_C(0x718bcd5882154aee),
    UINT64_C(0x7b54a41dc25a59b5), UINT64_C(0x9c30d5392af26013)};
static const uint64_t pi_gamma[ROUNDS] = {
    UINT64_C(0xc5d1b023286085f0), UINT64_C(0xca417918b8db38ef), UINT64_C(0x8e79dcb0603a180e),
    UINT64_C(0x6c9e0e8bb01e8a3e), UINT64_C(0xd71577c1bd314b27)};

/* AC: a constant into the first word of each group of l words. */
static void add_constants(uint64_t s[WORDS], int big, int small)
{
    int l = 2 << small;
    int g;

    for (g = 0; g < WORDS / l; g++)
        s[g * l] ^= pi_alpha[g] ^ pi_beta[small] ^ pi_gamma[big];
}

/*
 * The sum of the l words of a group: a binary tree over neighbours whose
 * levels join by addition, XOR, addition, ... from the leaves up.
 */
static uint64_t group_sum(const uint64_t *group, int l)
{
    uint64_t node[WORDS];
    int level, n, a;

    for (a = 0; a < l; a++)
        node[a] = group[a];
    for (level = 1, n = l / 2; n >= 1; level++, n /= 2)
        for (a = 0; a < n; a++)
            if (level % 2 == 1)
                node[a] = node[2 * a] + node[2 * a + 1];
            else
                node[a] = node[2 * a] ^ node[2 * a + 1];
    return node[0];
}

/*
 * The group that the sum of group g goes to: g, one of `groups` (a power of
 * two), is counted up with the carry running from its most significant bit
 * downwards.
 */
static int target_group(int g, int groups)
{
    int bit;

    for (bit = groups / 2; bit > 0; bit /= 2) {
        g ^= bit;
        if (g & bit) /* it was 0: no carry */
            break;
    }
    return g;
}

/* GM: the sum of every group into the words of its target group. */
static void mix_groups(uint64_t s[WORDS], int small)
{
    int l = 2 << small, groups = WORDS / l;
    uint64_t sum[WORDS / 2];
    int g, j;

    for (g = 0; g < groups; g++) /* all sums are of the words before any feedback */
        sum[g] = group_sum(s + g * l, l);
    for (g = 0; g < groups; g++) {
        uint64_t u = sum[g];
        uint64_t *target = s + target_group(g, groups) * l;

        target[0] += u + (u << 1);
        for (j = 1; j < l; j++)
            target[j] ^= u + (u << (j + 1));
    }
}

/* WR: every word is rotated to the left by an amount of its own, 16 to 47. */
static void rotate_words(uint64_t s[WORDS])
{
    int j;

    for (j = 0; j < WORDS; j++) {
        int rho = (7 * j) % 32 + 16;

        s[j] = (s[j] << rho) | (s[j] >> (64 - rho));
    }
}

/* WP: the words of even index to the first half, those of odd index to the second. */
static void permute_words(uint64_t s[WORDS])
{
    uint64_t t[WORDS];
    int j;

    for (j = 0; j < WORDS / 2; j++) {
        t[j] = s[2 * j];
        t[WORDS / 2 + j] = s[2 * j + 1];
    }
    for (j = 0; j < WORDS; j++)
        s[j] = t[j];
}

/* The permutation f. */
static void permutation(uint64_t s[WORDS])
{
    int big, small;

    for (big = 0; big < ROUNDS; big++)
        for (small = 0; small < ROUNDS; small++) {
            add_constants(s, big, small);
            mix_groups(s, small);
            rotate_words(s);
            permute_words(s);
        }
}

/* The first message bit of a byte becomes the least significant bit. */
static uint64_t reverse_bits(unsigned char byte)
{
    uint64_t reversed = 0;
    int k;

    for (k = 0; k < 8; k++)
        reversed |= (uint64_t)((byte >> (7 - k)) & 1) << k;
    return reversed;
}

/* Absorb one block: message into the rate, f, capacity fed forward. */
static void absorb(uint64_t s[WORDS], const unsigned char block[RATE_BYTES])
{
    uint64_t capacity[WORDS];
    int j;

    for (j = 0; j < RATE_BYTES; j++)
        s[j / 8] ^= reverse_bits(block[j]) << (8 * (j % 8));
    for (j = RATE_WORDS; j < WORDS; j++)
        capacity[j] = s[j];
    permutation(s);
    for (j = RATE_WORDS; j < WORDS; j++)
        s[j] ^= capacity[j];
}

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest)
{
    uint64_t s[WORDS] = {0};
    unsigned char block[RATE_BYTES] = {0};
    unsigned long long blocks = msg_len_bits / RATE_BITS, i;
    int rest = (int)(msg_len_bits % RATE_BITS); /* message bits in the last block */
    int j;

    if (digest_len_bits != DIGEST_BIT_LENGTH)
        return IPHE_BAD_DIGEST_LENGTH;
    if (digest == NULL || (msg == NULL && msg_len_bits != 0))
        return IPHE_NULL_POINTER;

    for (i = 0; i < blocks; i++, msg += RATE_BYTES)
        absorb(s, msg);

    /* Padding: a 1 bit, as few 0 bits as possible, and a 1 bit that ends a block. */
    for (j = 0; j < (rest + 7) / 8; j++)
        block[j] = msg[j];
    if (rest % 8 != 0)
        block[rest / 8] &= (unsigned char)(0xff << (8 - rest % 8));
    block[rest / 8] |= (unsigned char)(0x80 >> (rest % 8));
    if (rest == RATE_BITS - 1) { /* no room for the second 1 bit */
        absorb(s, block);
        for (j = 0; j < RATE_BYTES; j++)
            block[j] = 0;
    }
    block[RATE_BYTES - 1] |= 0x01;
    absorb(s, block);

    /* The digest starts with the first word of the capacity; no bit reversal here. */
    for (j = 0; j < 8 * DIGEST_WORDS; j++)
        digest[j] = (unsigned char)(s[RATE_WORDS + j / 8] >> (8 * (j % 8)));
    return IPHE_OK;
}
