/*
 * C Hash: a fixed 1536-bit permutation, C-Engine, in a wide-pipe iteration. The
 * last 64 bits of the permutation's input are a counter that makes every call a
 * different function.
 *
 * This is the reference to read and to compare with: it follows the
 * specification step by step, one nibble in each byte.
 */
#include "chash.h"

#include <stddef.h>
#include <stdint.h>

#define ROWS 6
#define COLUMNS 64        /* nibbles in a row */
#define HALF 32           /* columns 0..31 of a row are L, 32..63 are R */
#define ROUNDS 28
#define STATE_BYTES 192   /* 6 x 64 nibbles */
#define VALUE_BYTES 184   /* a chaining value: the state without the counter */
#define BLOCK_BYTES 92    /* half of a chaining value */
#define BLOCK_BITS 736
#define SHORT_BITS 1472   /* messages of fewer bits take the short path */
#define DIGEST_BYTES (DIGEST_BIT_LENGTH / 8)

/* Lanes: the first byte of the counter. */
#define LANE_BASE (DIGEST_BIT_LENGTH == 1024 ? 0x80 : 0x00)
#define LANE_VIL (LANE_BASE | 1)  /* the initial call and the blocks */
#define LANE_FIL (LANE_BASE | 2)  /* the final call */
#define LANE_LDRH (LANE_BASE | 3) /* the short path */

/* The fraction of pi, from its first bit on. */
static const uint32_t round_constant[ROUNDS] = {
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98,
    0xec4e6c89, 0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd,
    0x3f84d5b5, 0xb5470917, 0x9216d5d9, 0x8979fb1b, 0xd1310ba6, 0x98dfb5ac, 0x2ffd72db,
    0xd01adfb7, 0xb8e1afed, 0x6a267e96, 0xba7c9045, 0xf12c7f99, 0x24a19947, 0xb3916cf7};

/* Hexadecimal digits 12 to 17 of the fraction of the square root of 2. */
static const unsigned char column_constant[ROWS] = {0xc, 0x9, 0x0, 0x8, 0xb, 0x2};

/*
 * The S-box
 *
 *     x    0 1 2 3 4 5 6 7 8 9 a b c d e f
 *     S(x) 1 4 0 c 3 2 5 b a 8 6 f 7 9 d e
 *
 * on each nibble of a row, as a Boolean circuit: a table would be indexed by the
 * message. The lowest bits of x0 to x3 are the bits of the nibble; what is above
 * them is cut off at the end.
 */
static void sub_nibbles(unsigned char row[COLUMNS])
{
    int j;

    for (j = 0; j < COLUMNS; j++) {
        unsigned char x0 = row[j], x1 = x0 >> 1, x2 = x0 >> 2, x3 = x0 >> 3;
        unsigned char a = x0 ^ (x1 | x2);
        unsigned char b = x3 ^ (x0 & x1);
        unsigned char n = x2 ^ (a | b);
        unsigned char y0 = n ^ 1;
        unsigned char d = a ^ (x1 & (y0 | b));
        unsigned char y1 = d ^ n;
        unsigned char y2 = x1 ^ ((b ^ n) & d);
        unsigned char y3 = b ^ (y1 & y2);

        row[j] = (y3 & 1) << 3 | (y2 & 1) << 2 | (y1 & 1) << 1 | (y0 & 1);
    }
}

/* S-layer: each column on its own; S-boxes, the linear map M6, a constant, S-boxes. */
static void s_layer(unsigned char s[ROWS][COLUMNS])
{
    int i, j;

    for (i = 0; i < ROWS; i++)
        sub_nibbles(s[i]);
    for (j = 0; j < COLUMNS; j++) {
        unsigned char b0 = s[0][j], b1 = s[1][j], b2 = s[2][j];
        unsigned char b3 = s[3][j], b4 = s[4][j], b5 = s[5][j];

        s[0][j] = b0 ^ b2 ^ b3 ^ column_constant[0];
        s[1][j] = b0 ^ b1 ^ b4 ^ column_constant[1];
        s[2][j] = b1 ^ b2 ^ b5 ^ column_constant[2];
        s[3][j] = b0 ^ b1 ^ b2 ^ b3 ^ b4 ^ column_constant[3];
        s[4][j] = b0 ^ b1 ^ b2 ^ b4 ^ b5 ^ column_constant[4];
        s[5][j] = b0 ^ b1 ^ b2 ^ b3 ^ b5 ^ column_constant[5];
    }
    for (i = 0; i < ROWS; i++)
        sub_nibbles(s[i]);
}

/* M-layer: each row on its own; four steps between its halves. */
static void m_layer(unsigned char s[ROWS][COLUMNS])
{
    static const unsigned rotation[4] = {15, 7, 23, 16};
    unsigned char t[HALF], u[HALF];
    unsigned i, step, k;

    for (i = 0; i < ROWS; i++) {
        unsigned char *l = s[i], *r = s[i] + HALF;

        for (step = 0; step < 4; step++) {
            unsigned a = rotation[step];

            for (k = 0; k < HALF; k++)
                u[k] = l[k] ^ r[k];
            for (k = 0; k < HALF; k++) /* to the left by a columns */
                t[k] = u[(k + a) % HALF];
            for (k = 0; k < HALF; k++) {
                l[k] ^= t[k];
                u[k] = r[k] ^ t[k];
            }
            for (k = 0; k < HALF; k++) /* to the right by one column */
                r[k] = u[(k + HALF - 1) % HALF];
        }
    }
}

/* K-layer: the round constant into the first eight columns of row 0. */
static void k_layer(unsigned char s[ROWS][COLUMNS], int r)
{
    int j;

    for (j = 0; j < 8; j++)
        s[0][j] ^= (unsigned char)(round_constant[r] >> (28 - 4 * j) & 15);
}

/* The permutation C-Engine. The high nibble of a byte is the first one. */
static void c_engine(unsigned char state[STATE_BYTES])
{
    unsigned char s[ROWS][COLUMNS];
    int k, r;

    for (k = 0; k < STATE_BYTES; k++) {
        s[k / 32][2 * (k % 32)] = state[k] >> 4;
        s[k / 32][2 * (k % 32) + 1] = state[k] & 15;
    }
    for (r = 0; r < ROUNDS; r++) {
        s_layer(s);
        m_layer(s);
        k_layer(s, r);
    }
    for (k = 0; k < STATE_BYTES; k++)
        state[k] = (unsigned char)(s[k / 32][2 * (k % 32)] << 4 | s[k / 32][2 * (k % 32) + 1]);
}

/* CTR-Perm: y = the first 184 bytes of C-Engine(x || lane || v as 56 bits). */
static void perm(unsigned char y[VALUE_BYTES], const unsigned char x[VALUE_BYTES], int lane,
                 uint64_t v)
{
    unsigned char state[STATE_BYTES];
    int k;

    for (k = 0; k < VALUE_BYTES; k++)
        state[k] = x[k];
    state[VALUE_BYTES] = (unsigned char)lane;
    for (k = 1; k < 8; k++)
        state[VALUE_BYTES + k] = (unsigned char)(v >> (8 * (7 - k)));
    c_engine(state);
    for (k = 0; k < VALUE_BYTES; k++)
        y[k] = state[k];
}

/* h = F(h, lane || v): CTR-Perm in CHash_512, with h fed forward in CHash_1024. */
static void f(unsigned char h[VALUE_BYTES], int lane, uint64_t v)
{
    unsigned char y[VALUE_BYTES];
    int k;

    perm(y, h, lane, v);
    for (k = 0; k < VALUE_BYTES; k++)
        h[k] = DIGEST_BIT_LENGTH == 1024 ? y[k] ^ h[k] : y[k];
}

static void absorb(unsigned char h[VALUE_BYTES], const unsigned char block[BLOCK_BYTES], uint64_t i)
{
    int k;

    for (k = 0; k < BLOCK_BYTES; k++)
        h[k] ^= block[k];
    f(h, LANE_VIL, i);
    for (k = 0; k < BLOCK_BYTES; k++)
        h[BLOCK_BYTES + k] ^= block[k];
}

/* The rest of a message of fewer than 8 * size bits, a 1 bit, and 0 bits. */
static void pad(unsigned char *padded, int size, const unsigned char *rest, int bits)
{
    int k;

    for (k = 0; k < size; k++)
        padded[k] = k < (bits + 7) / 8 ? rest[k] : 0;
    if (bits % 8 != 0)
        padded[bits / 8] &= (unsigned char)(0xff << (8 - bits % 8));
    padded[bits / 8] |= (unsigned char)(0x80 >> (bits % 8));
}

/* Messages of less than 1472 bits. Nothing is fed forward here, in no instance. */
static void short_path(unsigned char digest[DIGEST_BYTES], const unsigned char *msg, int bits)
{
    unsigned char x[VALUE_BYTES], y1[VALUE_BYTES], y2[VALUE_BYTES];
    int k;

    pad(x, VALUE_BYTES, msg, bits);
    perm(y1, x, LANE_LDRH, 1);
    perm(y2, x, LANE_LDRH, 2);
    for (k = 0; k < DIGEST_BYTES; k++)
        digest[k] = y1[k] ^ y2[k];
}

static void long_path(unsigned char digest[DIGEST_BYTES], const unsigned char *msg,
                      unsigned long long bits)
{
    unsigned char iv[BLOCK_BYTES] = {0}, h[VALUE_BYTES] = {0}, block[BLOCK_BYTES];
    unsigned long long blocks = bits / BLOCK_BITS, i;
    int k;

    /* The IV is the digest length in bits; it enters like a block with number 0. */
    iv[BLOCK_BYTES - 2] = DIGEST_BIT_LENGTH >> 8;
    absorb(h, iv, 0);
    for (i = 1; i <= blocks; i++, msg += BLOCK_BYTES)
        absorb(h, msg, i);
    pad(block, BLOCK_BYTES, msg, (int)(bits % BLOCK_BITS));
    absorb(h, block, blocks + 1);
    f(h, LANE_FIL, 1);
    for (k = 0; k < DIGEST_BYTES; k++)
        digest[k] = h[k];
}

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest)
{
    if (digest == NULL)
        return CHASH_NULL_DIGEST;
    if (msg == NULL && msg_len_bits != 0)
        return CHASH_NULL_MESSAGE;
    if (digest_len_bits != DIGEST_BIT_LENGTH)
        return CHASH_BAD_DIGEST_LENGTH;

    if (msg_len_bits < SHORT_BITS)
        short_path(digest, msg, (int)msg_len_bits);
    else
        long_path(digest, msg, msg_len_bits);
    return CHASH_OK;
}
