/*
 * Duet: two rate branches and one capacity. Each block goes through a
 * permutation f1 with the first branch and then through f2 with the second one;
 * the capacity is fed forward around every call.
 *
 * This is the reference to read and to compare with: it follows the
 * specification step by step and computes every index where it is needed.
 */
#include "duet.h"

#include <stddef.h>
#include <stdint.h>

/* r, n and N: words of the rate and of the state, and rounds of the permutation. */
#if DIGEST_BIT_LENGTH == 512
#define RATE_WORDS 6
#define WORDS 15 /* f-960 */
#define ROUNDS 12
#elif DIGEST_BIT_LENGTH == 768
#define RATE_WORDS 17
#define WORDS 30 /* f-1920 */
#define ROUNDS 18
#else
#define RATE_WORDS 12
#define WORDS 30 /* f-1920 */
#define ROUNDS 18
#endif

#define RATE_BYTES (8 * RATE_WORDS)
#define RATE_BITS (64 * RATE_WORDS)
#define CAPACITY_WORDS (WORDS - RATE_WORDS)

/* The order of the message words in the second branch. */
static const int sigma[RATE_WORDS] = {
#if DIGEST_BIT_LENGTH == 512
    3, 0, 5, 1, 4, 2
#elif DIGEST_BIT_LENGTH == 768
    9, 2, 15, 0, 6, 12, 4, 16, 1, 10, 7, 14, 3, 11, 5, 13, 8
#else
    8, 2, 11, 0, 5, 9, 3, 10, 1, 7, 4, 6
#endif
};

/*
 * The offsets of MS, and the round constants of f1 and f2: consecutive words of
 * the fractional part of pi (f-960) or e (f-1920).
 */
#if WORDS == 15
static const int offsets[] = {0, 3, 4, 5, 7, 8, 13};
static const uint64_t round_constants[2][ROUNDS] = {
    {UINT64_C(0x243f6a8885a308d3), UINT64_C(0x13198a2e03707344), UINT64_C(0xa4093822299f31d0),
     UINT64_C(0x082efa98ec4e6c89), UINT64_C(0x452821e638d01377), UINT64_C(0xbe5466cf34e90c6c),
     UINT64_C(0xc0ac29b7c97c50dd), UINT64_C(0x3f84d5b5b5470917), UINT64_C(0x9216d5d98979fb1b),
     UINT64_C(0xd1310ba698dfb5ac), UINT64_C(0x2ffd72dbd01adfb7), UINT64_C(0xb8e1afed6a267e96)},
    {UINT64_C(0xba7c9045f12c7f99), UINT64_C(0x24a19947b3916cf7), UINT64_C(0x0801f2e2858efc16),
     UINT64_C(0x636920d871574e69), UINT64_C(0xa458fea3f4933d7e), UINT64_C(0x0d95748f728eb658),
     UINT64_C(0x718bcd5882154aee), UINT64_C(0x7b54a41dc25a59b5), UINT64_C(0x9c30d5392af26013),
     UINT64_C(0xc5d1b023286085f0), UINT64_C(0xca417918b8db38ef), UINT64_C(0x8e79dcb0603a180e)}};
#else
static const int offsets[] = {0, 3, 10, 13, 14, 15, 16, 18, 21, 26, 28};
static const uint64_t round_constants[2][ROUNDS] = {
    {UINT64_C(0xb7e151628aed2a6a), UINT64_C(0xbf7158809cf4f3c7), UINT64_C(0x62e7160f38b4da56),
     UINT64_C(0xa784d9045190cfef), UINT64_C(0x324e7738926cfbe5), UINT64_C(0xf4bf8d8d8c31d763),
     UINT64_C(0xda06c80abb1185eb), UINT64_C(0x4f7c7b5757f59584), UINT64_C(0x90cfd47d7c19bb42),
     UINT64_C(0x158d9554f7b46bce), UINT64_C(0xd55c4d79fd5f24d6), UINT64_C(0x613c31c3839a2ddf),
     UINT64_C(0x8a9a276bcfbfa1c8), UINT64_C(0x77c56284dab79cd4), UINT64_C(0xc2b3293d20e9e5ea),
     UINT64_C(0xf02ac60acc93ed87), UINT64_C(0x4422a52ecb238fee), UINT64_C(0xe5ab6add835fd1a0)},
    {UINT64_C(0x753d0a8f78e537d2), UINT64_C(0xb95bb79d8dcaec64), UINT64_C(0x2c1e9f23b829b5c2),
     UINT64_C(0x780bf38737df8bb3), UINT64_C(0x00d01334a0d0bd86), UINT64_C(0x45cbfa73a6160ffe),
     UINT64_C(0x393c48cbbbca060f), UINT64_C(0x0ff8ec6d31beb5cc), UINT64_C(0xeed7f2f0bb088017),
     UINT64_C(0x163bc60df45a0ecb), UINT64_C(0x1bcd289b06cbbfea), UINT64_C(0x21ad08e1847f3f73),
     UINT64_C(0x78d56ced94640d6e), UINT64_C(0xf0d3d37be67008e1), UINT64_C(0x86d1bf275b9b241d),
     UINT64_C(0xeb64749a47dfdfb9), UINT64_C(0x6632c3eb061b6472), UINT64_C(0xbbf84c26144e49c2)}};
#endif

#define OFFSETS ((int)(sizeof offsets / sizeof offsets[0]))

/*
 * SC: the S-box, on the five bits at each position of the five words of a
 * column. The word of row 0 has the most significant bit. Written as
 * polynomials over the bits, for all 64 positions at once.
 */
static void substitute_column(uint64_t w[5])
{
    uint64_t a = w[0], b = w[1], c = w[2], d = w[3], e = w[4];

    w[0] = ~(a ^ c ^ e ^ (a & b) ^ (b & c) ^ (b & e) ^ (c & d) ^ (c & e) ^ (d & e));
    w[1] = ~(a ^ c ^ d ^ (a & c) ^ (b & c) ^ (b & d) ^ (c & d) ^ (c & e));
    w[2] = a ^ c ^ (a & b) ^ (a & c) ^ (a & e) ^ (b & c) ^ (b & d) ^ (b & e) ^ (c & e) ^ (d & e);
    w[3] = ~(a ^ b ^ d ^ e ^ (a & b) ^ (a & c) ^ (a & d) ^ (b & c));
    w[4] = a ^ b ^ c ^ e ^ (a & b) ^ (a & e) ^ (b & c) ^ (b & d) ^ (b & e);
}

/*
 * MS: every word becomes the sum of the words at fixed distances behind it. The
 * words are written down twice, one list behind the other, so that the index
 * need not wrap around.
 */
static void mix_words(uint64_t w[WORDS])
{
    uint64_t twice[2 * WORDS], sum;
    int t, i;

    for (t = 0; t < WORDS; t++)
        twice[t] = twice[WORDS + t] = w[t];
    for (t = 0; t < WORDS; t++) {
        sum = 0;
        for (i = 0; i < OFFSETS; i++)
            sum ^= twice[t + offsets[i]];
        w[t] = sum;
    }
}

/* Rotation to the left; n is taken modulo 64. */
static uint64_t rotate_left(uint64_t x, unsigned n)
{
    return (x << (n % 64)) | (x >> ((64 - n % 64) % 64));
}

/* ML: the sum of three rotations within each word. */
static void mix_bits(uint64_t w[WORDS])
{
    unsigned t;

    for (t = 0; t < WORDS; t++)
        w[t] = rotate_left(w[t], t) ^ rotate_left(w[t], t + 21) ^ rotate_left(w[t], t + 43);
}

/* The permutation f1 (s = 0) or f2 (s = 1). Word 5j + i is in row i of column j. */
static void permutation(uint64_t w[WORDS], int s)
{
    int g, j;

    for (g = 0; g < ROUNDS; g++) {
        for (j = 0; j < WORDS / 5; j++)
            substitute_column(w + 5 * j);
        mix_words(w);
        w[0] ^= round_constants[s][g]; /* AC: before ML, which spreads it in the same round */
        mix_bits(w);
    }
}

/* F: f on rate and capacity; the capacity that went in is added to the one that comes out. */
static void call(uint64_t rate[RATE_WORDS], uint64_t capacity[CAPACITY_WORDS], int s)
{
    uint64_t w[WORDS];
    int i;

    for (i = 0; i < RATE_WORDS; i++)
        w[i] = rate[i];
    for (i = 0; i < CAPACITY_WORDS; i++)
        w[RATE_WORDS + i] = capacity[i];
    permutation(w, s);
    for (i = 0; i < RATE_WORDS; i++)
        rate[i] = w[i];
    for (i = 0; i < CAPACITY_WORDS; i++)
        capacity[i] ^= w[RATE_WORDS + i];
}

/* The chaining state: the two branches and the capacity. */
struct state {
    uint64_t a[RATE_WORDS], b[RATE_WORDS], c[CAPACITY_WORDS];
};

/* Absorb one block. The second call takes the capacity that the first one gives. */
static void absorb(struct state *s, const unsigned char block[RATE_BYTES])
{
    uint64_t m[RATE_WORDS] = {0};
    int i;

    for (i = 0; i < RATE_BYTES; i++)
        m[i / 8] |= (uint64_t)block[i] << (56 - 8 * (i % 8));
    for (i = 0; i < RATE_WORDS; i++)
        s->a[i] ^= m[i];
    call(s->a, s->c, 0);
    for (i = 0; i < RATE_WORDS; i++)
        s->b[i] ^= m[sigma[i]];
    call(s->b, s->c, 1);
}

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest)
{
    struct state s = {{0}, {0}, {0}};
    unsigned char block[RATE_BYTES] = {0};
    unsigned long long blocks = msg_len_bits / RATE_BITS, i;
    int rest = (int)(msg_len_bits % RATE_BITS); /* message bits in the last block */
    int j;

    if (digest_len_bits != DIGEST_BIT_LENGTH)
        return DUET_BAD_DIGEST_LENGTH;
    if (digest == NULL || (msg == NULL && msg_len_bits != 0))
        return DUET_NULL_POINTER;

    for (i = 0; i < blocks; i++, msg += RATE_BYTES)
        absorb(&s, msg);

    /* Padding: a 1 bit and as few 0 bits as possible. After whole blocks it is a block of its own. */
    for (j = 0; j < (rest + 7) / 8; j++)
        block[j] = msg[j];
    if (rest % 8 != 0)
        block[rest / 8] &= (unsigned char)(0xff << (8 - rest % 8));
    block[rest / 8] |= (unsigned char)(0x80 >> (rest % 8));
    absorb(&s, block);

    /* The digest is the beginning of the capacity. */
    for (j = 0; j < DIGEST_BIT_LENGTH / 8; j++)
        digest[j] = (unsigned char)(s.c[j / 8] >> (56 - 8 * (j % 8)));
    return DUET_OK;
}
