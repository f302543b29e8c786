/*
 * QSH: a binary tree hash. Its leaves are chunks of 16 message blocks, chained
 * by the compression function F; an inner node joins two chaining values by the
 * same F. F wraps a permutation E of additions, rotations and XORs on a cube of
 * 4x4x4 words.
 *
 * This is the reference to read and to compare with: it follows the
 * specification step by step and computes every index where it is needed.
 */
#include "qsh.h"

#include <stddef.h>
#include <stdint.h>

/* What depends on the instance: the word, the full rounds of E, the first word of H(-1). */
#if DIGEST_BIT_LENGTH == 512
typedef uint32_t word;
#define W 32
#define ROUNDS 9
#define IV0 17
#elif DIGEST_BIT_LENGTH == 768
typedef uint64_t word;
#define W 64
#define ROUNDS 18
#define IV0 1
#else
typedef uint64_t word;
#define W 64
#define ROUNDS 18
#define IV0 7
#endif

#define STATE_WORDS 64
#define BLOCK_WORDS 32
#define CV_WORDS 16 /* a chaining value: the first words of a state */
#define WORD_BYTES (W / 8)
#define BLOCK_BYTES (WORD_BYTES * BLOCK_WORDS)
#define BLOCK_BITS (8 * BLOCK_BYTES)
#define CHUNK_BLOCKS 16

/* Flags of F, combined by OR. */
enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8 };

/* The message and what follows from its length. */
struct message {
    const unsigned char *bytes;
    unsigned long long bits;
    unsigned long long blocks; /* N, with the padding */
    word h0[STATE_WORDS];      /* H(0) */
};

static word rotl(word x, int n) { return (word)((x << n) | (x >> (W - n))); }

/* The quadruple function G. The rotation that would be s3 is by zero. */
static void quadruple(word *a, word *b, word *c, word *d)
{
    *a += rotl(*b, 1);
    *d = rotl(*d ^ *a, W / 2);
    *c += rotl(*d, W / 2 - 1);
    *b = rotl(*b ^ *c, W / 2 - 4);
    *a += *b;
    *d = rotl(*d ^ *a, W / 4);
    *c += rotl(*d, W / 4);
    *b = rotl(*b ^ *c, W / 4 - 1);
}

/* The word at the coordinates x0, x1, x2 (modulo 4): x1 runs fastest, then x2, then x0. */
static word *at(word s[STATE_WORDS], int x0, int x1, int x2)
{
    return s + 16 * (x0 % 4) + 4 * (x2 % 4) + x1 % 4;
}

/* Layer 0: columns along x0. */
static void layer0(word s[STATE_WORDS])
{
    int x1, x2;

    for (x2 = 0; x2 < 4; x2++)
        for (x1 = 0; x1 < 4; x1++)
            quadruple(at(s, 0, x1, x2), at(s, 1, x1, x2), at(s, 2, x1, x2), at(s, 3, x1, x2));
}

/* Layer 1: diagonals of the planes of constant x2. */
static void layer1(word s[STATE_WORDS])
{
    int c, x2;

    for (x2 = 0; x2 < 4; x2++)
        for (c = 0; c < 4; c++)
            quadruple(at(s, 0, c, x2), at(s, 1, c + 1, x2), at(s, 2, c + 2, x2),
                      at(s, 3, c + 3, x2));
}

/* Layer 2: diagonals of the planes of constant x0. Here x1 decides the role in G. */
static void layer2(word s[STATE_WORDS])
{
    int c, x0;

    for (x0 = 0; x0 < 4; x0++)
        for (c = 0; c < 4; c++)
            quadruple(at(s, x0, 0, c), at(s, x0, 1, c + 1), at(s, x0, 2, c + 2),
                      at(s, x0, 3, c + 3));
}

/* The permutation E: full rounds, then layer 0 once more. */
static void permutation(word s[STATE_WORDS])
{
    int round;

    for (round = 0; round < ROUNDS; round++) {
        layer0(s);
        layer1(s);
        layer2(s);
    }
    layer0(s);
}

/*
 * The compression function F. The block goes to the upper half of the state
 * before E and to the lower half after it; the flags go to word 0.
 */
static void compress(word h[STATE_WORDS], const word m[BLOCK_WORDS], int flags)
{
    int j;

    for (j = 0; j < BLOCK_WORDS; j++)
        h[BLOCK_WORDS + j] += m[j];
    h[0] ^= (word)flags;
    permutation(h);
    for (j = 0; j < BLOCK_WORDS; j++)
        h[j] += m[j];
}

/* Byte number n of the padded message, without the length at its end. */
static unsigned char padded_byte(const struct message *msg, unsigned long long n)
{
    unsigned long long whole = msg->bits / 8;
    int rest = (int)(msg->bits % 8);
    unsigned char byte = 0;

    if (n < whole)
        return msg->bytes[n];
    if (n > whole)
        return 0;
    if (rest != 0) /* only the high bits belong to the message */
        byte = (unsigned char)(msg->bytes[n] & (0xff << (8 - rest)));
    return (unsigned char)(byte | 0x80 >> rest);
}

/*
 * Block number i of the padded message: whole blocks of message, a block with
 * the rest of the message and a 1 bit, and a block with nothing but the length
 * in its last 16 bytes.
 */
static void load_block(const struct message *msg, unsigned long long i, word m[BLOCK_WORDS])
{
    int j, k;

    for (j = 0; j < BLOCK_WORDS; j++)
        m[j] = 0;
    if (i < msg->blocks - 2) {
        const unsigned char *p = msg->bytes + i * BLOCK_BYTES;

        for (j = 0; j < BLOCK_WORDS; j++)
            for (k = 0; k < WORD_BYTES; k++)
                m[j] |= (word)p[WORD_BYTES * j + k] << (8 * k);
    } else if (i == msg->blocks - 2) {
        for (j = 0; j < BLOCK_WORDS; j++)
            for (k = 0; k < WORD_BYTES; k++)
                m[j] |= (word)padded_byte(msg, i * BLOCK_BYTES + (unsigned)(WORD_BYTES * j + k))
                        << (8 * k);
    } else { /* of the 128 bits of the length, the upper 64 are zero */
        for (j = 0; j < 64 / W; j++)
            m[BLOCK_WORDS - 128 / W + j] = (word)(msg->bits >> (W * j));
    }
}

/* The state after the blocks of chunk number i. */
static void chunk(const struct message *msg, unsigned long long i, int flags, word h[STATE_WORDS])
{
    unsigned long long block = i * CHUNK_BLOCKS, end = block + CHUNK_BLOCKS;
    word m[BLOCK_WORDS];
    int j;

    if (end > msg->blocks)
        end = msg->blocks;
    for (j = 0; j < STATE_WORDS; j++)
        h[j] = msg->h0[j];
    for (; block < end; block++) {
        int f = 0;

        if (block % CHUNK_BLOCKS == 0)
            f |= CHUNK_START;
        if (block == end - 1)
            f |= CHUNK_END | flags;
        load_block(msg, block, m);
        compress(h, m, f);
    }
}

/*
 * The state at the top of the tree over n chunks from number first on; its
 * first words are the chaining value. Of more than one chunk, the left subtree
 * takes the largest power of two below n. flags is ROOT for the whole message.
 */
static void subtree(const struct message *msg, unsigned long long first, unsigned long long n,
                    int flags, word h[STATE_WORDS])
{
    unsigned long long left = 1;
    word cvs[BLOCK_WORDS]; /* those of the left and of the right subtree are a block */
    int j;

    if (n == 1) {
        chunk(msg, first, flags, h);
        return;
    }
    while (left < n - left)
        left *= 2;
    subtree(msg, first, left, 0, h);
    for (j = 0; j < CV_WORDS; j++)
        cvs[j] = h[j];
    subtree(msg, first + left, n - left, 0, h);
    for (j = 0; j < CV_WORDS; j++)
        cvs[CV_WORDS + j] = h[j];
    for (j = 0; j < STATE_WORDS; j++)
        h[j] = msg->h0[j];
    compress(h, cvs, PARENT | flags);
}

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest)
{
    struct message message = {NULL, 0, 0, {IV0}};
    word h[STATE_WORDS];
    int j;

    if (digest_len_bits != DIGEST_BIT_LENGTH)
        return QSH_BAD_DIGEST_LENGTH;
    if (digest == NULL || (msg == NULL && msg_len_bits != 0))
        return QSH_NULL_POINTER;

    message.bytes = msg;
    message.bits = msg_len_bits;
    message.blocks = msg_len_bits / BLOCK_BITS + 2;
    permutation(message.h0); /* H(0) = E(H(-1)) */
    subtree(&message, 0, (message.blocks + CHUNK_BLOCKS - 1) / CHUNK_BLOCKS, ROOT, h);

    for (j = 0; j < DIGEST_BIT_LENGTH / 8; j++)
        digest[j] = (unsigned char)(h[j / WORD_BYTES] >> (8 * (j % WORD_BYTES)));
    return QSH_OK;
}
