/*
 * Garnet: a 2048-bit permutation of AES rounds and two mixing layers over
 * GF(2^128), inside a sponge (512, 768) or a sponge with feed-forward (1024).
 *
 * This is the reference to read and to compare with: it follows the
 * specification step by step. The S-box is looked up in a table, so the running
 * time may depend on the message through the cache.
 */
#include "garnet.h"

#include <stddef.h>
#include <stdint.h>

#define CELLS 16      /* words of the state */
#define WORD_BYTES 16 /* bytes of a word */
#define MAX_BLOCK 128 /* bytes of the longest block */

/* A word of 128 bits: hi * 2^64 + lo. Its byte 0 is the least significant. */
typedef struct {
    uint64_t hi, lo;
} word;

/* What is XORed into the state after a block's permutation. */
enum {
    NOTHING,          /* plain sponge */
    STATE_AND_FINAL,  /* the old state, and the message words of the final block only */
    STATE_AND_MESSAGE /* the old state, and the message words */
};

struct instance {
    int digest_bits;
    int start;                       /* index of the starting state */
    int absorb_rounds;               /* of the permutation for every block, with AES round key 0 */
    int middle_rounds, middle_key;   /* of the call after the last block */
    int squeeze_rounds, squeeze_key; /* of the last call */
    int feed_forward;
    int rate_words;          /* message words of a block */
    unsigned char rate[8];   /* the cells that they go to */
    unsigned char output[8]; /* the cells that the digest is read from */
};

/* Digest; start; rounds and keys: absorb, middle, squeeze; feed-forward; rate; output. */
static const struct instance instances[GARNET_INSTANCES] = {
    [Garnet_512_Cap512] = {512, 0, 10, 14, 1, 10, 2, NOTHING,
                           4, {0, 5, 10, 15}, {0, 7, 9, 14}},
    [Garnet_512_Cap640] = {512, 1, 10, 14, 1, 10, 2, NOTHING,
                           5, {0, 5, 10, 12, 15}, {0, 7, 9, 14}},
    [Garnet_512_Cap768] = {512, 2, 10, 14, 1, 10, 2, NOTHING,
                           6, {0, 3, 5, 10, 12, 15}, {0, 7, 9, 14}},
    [Garnet_512_Cap896] = {512, 3, 10, 14, 1, 10, 2, NOTHING,
                           7, {0, 3, 5, 6, 10, 12, 15}, {0, 7, 9, 14}},
    [Garnet_512_Cap1024] = {512, 4, 10, 14, 1, 10, 2, NOTHING,
                            8, {0, 3, 5, 6, 9, 10, 12, 15}, {0, 7, 9, 14}},
    [Garnet_768] = {768, 5, 11, 15, 3, 11, 4, NOTHING,
                    4, {0, 5, 10, 15}, {0, 3, 6, 9, 13, 15}},
    [Garnet_1024] = {1024, 6, 12, 16, 7, 12, 8, STATE_AND_MESSAGE,
                     7, {0, 3, 5, 6, 9, 10, 15}, {0, 2, 5, 7, 9, 11, 12, 14}},
    [Garnet_1024_DM4x4] = {1024, 6, 12, 16, 7, 12, 8, STATE_AND_FINAL,
                           7, {0, 3, 5, 6, 10, 12, 15}, {0, 2, 5, 7, 9, 11, 12, 14}}};

/* The cells whose old value is XORed in, for both instances: the capacity of Garnet_1024. */
static const unsigned char forwarded[9] = {1, 2, 4, 7, 8, 11, 12, 13, 14};

/*
 * The starting states: what 14 (512), 15 (768) or 16 (1024) rounds of the
 * permutation with key 0 make of a matrix that holds 512 bits of pi in its
 * diagonal, and in S11 and S12 two numbers that encode the parameters.
 */
#define W(hi, lo) {UINT64_C(0x##hi), UINT64_C(0x##lo)}
static const word starting_state[7][CELLS] = {
    {/* Garnet_512_Cap512 */
     W(de30d1b89ddaa011, 782b1463e5b448c2), W(634ee0b3bf88f484, d92183bde01eaf39),
     W(149d3ee603859d70, f8fb07c0f0d96f62), W(f48dce216aa60cac, 4c92e211237707ef),
     W(7396d12e4c6dbbb7, d2543469c3db12b7), W(8a6a75f1e6bbc959, 6d127c0b76361e62),
     W(530cf1efa5661a70, 833bfb64f3bce994), W(b0389a5d5e9c9970, 0e267b18c6f6db4c),
     W(67117fbd723084d2, 05239d1166b906cb), W(cbbac776493d5c27, e907c5dd6ca25474),
     W(aff5e27600e5bc3f, 6d0064b8f5707068), W(9b1ac6e440a1ef11, c58584622d4b401e),
     W(92918651c356f4b8, 42e77c2f23ac28fb), W(7e5c987ec3973036, 09e68e582255f277),
     W(8b07f08ed4e24d6c, 87947a0718e95f65), W(fa7f68f3b89fc0c7, f742ee05141a3f41)},
    {/* Garnet_512_Cap640 */
     W(ffdfea80e8157eb4, 311cceecf76770f1), W(486dae24482aa00a, a9af0b6d22d121bd),
     W(306eda4994baba9c, 9f2fe6c33ab00be5), W(5c2173082db5ddea, 190a811b2f39580e),
     W(c4f59e2ab098316c, f6818434230a38a3), W(8452307e9b13b8ae, b2f34e3108b93899),
     W(d6559e703c0ffad4, 8cd00f5e6f965b39), W(f4139d666be07b74, b9bc125c20abb2a6),
     W(f1c65f707fb1d7a7, b9e97c07cb92a584), W(a217af9dc3b9c169, 0c8649adbb445f7b),
     W(0dc0cdb2822afe55, e33cd10720739e0a), W(e060d07351d77ec8, 728e9fc267980396),
     W(8cc7e03f0c09af90, e900478b90718d8f), W(80dd4e1f759fa6b9, 533a33dac888ed08),
     W(454bf20854edf819, d626dbde1d3bbe21), W(a8dd28acb21d7197, 1a9fe56ae1482d24)},
    {/* Garnet_512_Cap768 */
     W(baa89618b47c4eee, 2ebf3abde3fb6116), W(be0b0c92abdb3cda, 077ad97232ad617b),
     W(7e9b096bd65a5249, 5950cdfba838e796), W(83b61edc223526ee, af4541046e765fac),
     W(bca55cfac429c860, 5c62cda23fe20d1e), W(05881a1f883f16ff, 7f579965691de336),
     W(f38538686ae0eb4e, 9c15f5b5b93ff854), W(d9c35429b75fe28a, fd0a7691efac606a),
     W(cab740a879db30cd, 292b1d791af6aec8), W(417579fcb695694e, d3b38b44b3c9d1eb),
     W(f727a8e7871d5fb9, 46538867280ecd92), W(36b161e3e03a98e7, f673c20f669d63ac),
     W(6eefd4f36d1bd0a0, 566cc32dd61c5169), W(0e3adafb2f9ad32e, b095703d0d4e2db5),
     W(25ec1ece9c94d6b5, 8a5c72a07dd7088e), W(616156ebe4b971e6, 1e79e0199d994a74)},
    {/* Garnet_512_Cap896 */
     W(1b71dce00e40b424, d1d22a3f4aa75a20), W(314be1c5b9e8a563, 5581ac2728f164b8),
     W(bb81c51d35e99877, 64fc5ecb7b6692e3), W(58858dc92c74f6fc, 5f698d2be061907c),
     W(998e7bc1d9162e8d, b9d3cb972aff6aeb), W(89c421090dbb2912, f26c4bf35ad8fdd2),
     W(28c09b38e704db42, aaaa25b5b302ff3a), W(1d66f67cad5dd335, 0ea9d84402f9ac85),
     W(2021b612913c9fd9, 9d3b80acfdced1d2), W(d64db88cd67650bd, be44220a3cce4bca),
     W(56ee5b87799345f2, 0862a4e1ee82c2d0), W(e438c2932439ce59, 181c6b55876bed3a),
     W(92f2db933348b7b1, e1bdfaa580c622d7), W(cf876eb66883cf9b, 93ac5cb01862ed75),
     W(9ac1852305b140af, 5b80980b7654ae96), W(246f7e7391080492, 9b89523fa05230c5)},
    {/* Garnet_512_Cap1024 */
     W(a4b8433d99d491ed, ce4f49d38fe0830a), W(73317b70d2b67ab3, 4ca1daedfbff54fa),
     W(b9dbff2ff29f4466, a70e9223fbb3de14), W(01df8af21eceedf5, 43cd103aecc958c5),
     W(6a32489ae800f834, 4d165d1cd86cc8d4), W(2224c4159c4951cc, 05f9522bf88d6a96),
     W(6db6b4e6b6337716, a1d714b1ac3c0e6c), W(681866d4c5ca710d, 661d5963f16a276a),
     W(f68990ae9cf6618e, 57133677381d8b01), W(fee8f188dc038a49, 4ce6b5a186f5b5ce),
     W(577a951517e7a95a, 5e9cf253dcd91cfd), W(40dfc12faa2d68d5, 92de402ccb02f387),
     W(d82968bd47091988, ab13fd4cbb26505d), W(5d459579a983f285, f72e1a744a39c552),
     W(cae4079778f0af79, 3a8a941b569abc22), W(e45f3a0f93bdfaa6, 6fe36fc7a21df058)},
    {/* Garnet_768 */
     W(900e7220fbc0a2a9, a81adffbd7e4ecc5), W(b2c6cf5cb985a343, 452112cbd38f687b),
     W(02532ef420b221ba, 6f32196521006231), W(8c0aa10a77562b54, 554af4c708f01b5b),
     W(3d9b8469af4e2f62, 253b2aa5752073ee), W(9cc56b68c0bf330d, fb759b1e991915e9),
     W(87d6ad22e0991acf, 1944e4f280f0f9d6), W(915e00c3ed564903, 4d6c7fdeb90a1d16),
     W(ba2bc2c6d97c6bd8, 7d345c648773c306), W(08b97165f30fa389, 0fc33894dffdd793),
     W(39051f12faaa087e, a75d9c9cbc8de0df), W(c4eeddfb4281a22e, 8d7bea10122be937),
     W(7c1e61fd2cb3f569, 9b6b038a7b8787bc), W(ffc1cf7b127b4c8d, dd9fc604e7f3f995),
     W(1ab40f1cc68e821d, 2abeb5fa34dec371), W(f69fd9975760832e, 3b29e17602a41b9f)},
    {/* Garnet_1024, Garnet_1024_DM4x4 */
     W(ae3e63c412c399c7, 6d6794b2b44ce079), W(4ba73a9694578b7b, 3313b546b6b97c6a),
     W(f1732c187b567448, 1ffe7cde7b97f757), W(f306671bb4c3825d, 3ca91ae242531b1b),
     W(fb30f2348484e130, 7f93197cdf02b501), W(fabc1c4d4fc43e64, ea2ca2425a036ee4),
     W(706de8c85e5c85ef, 11d429de5a6f596c), W(f768093617b362bd, 0c62de986f621216),
     W(cb8d620f0de9ab02, e9bb5cabecfdc033), W(da3f7bac0b8a4288, f3786fd62accae7f),
     W(29c38914c6d95522, 5025d51190f4aef1), W(d35f234f7bb89d5c, fa559a587be6b290),
     W(9b5e142fb1b033fb, 0e7454120469cf3c), W(c5b11c6410d4ed09, e259137329632770),
     W(9cf6fefd3c9cf33b, 33616a45fa80ee0b), W(f90e95fde810f135, 194ea6997ef891f9)}};

/* The S-box of AES. */
static const unsigned char sbox[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
    0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
    0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15,
    0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75,
    0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
    0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf,
    0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8,
    0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2,
    0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
    0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
    0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79,
    0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08,
    0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a,
    0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e,
    0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
    0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16};

static word word_xor(word a, word b)
{
    a.hi ^= b.hi;
    a.lo ^= b.lo;
    return a;
}

static word load(const unsigned char p[WORD_BYTES])
{
    word w = {0, 0};
    int k;

    for (k = 0; k < 8; k++) {
        w.lo |= (uint64_t)p[k] << (8 * k);
        w.hi |= (uint64_t)p[8 + k] << (8 * k);
    }
    return w;
}

static void store(unsigned char p[WORD_BYTES], word w)
{
    int k;

    for (k = 0; k < 8; k++) {
        p[k] = (unsigned char)(w.lo >> (8 * k));
        p[8 + k] = (unsigned char)(w.hi >> (8 * k));
    }
}

/* The S-box value of byte r of an AES column, in the same place. */
static uint32_t sub_byte(uint32_t column, int r)
{
    return (uint32_t)sbox[(column >> (8 * r)) & 0xff] << (8 * r);
}

/*
 * MixColumns on one column: 2 a[r] + 3 a[r+1] + a[r+2] + a[r+3], which is
 * a[r] + 2 (a[r] + a[r+1]) + the sum of all four.
 */
static uint32_t mix_column(uint32_t a)
{
    uint32_t next = (a >> 8) | (a << 24); /* byte r is a[r+1] */
    uint32_t pair = a ^ next;
    uint32_t all = pair ^ ((pair >> 16) | (pair << 16));
    uint32_t twice = ((pair & 0x7f7f7f7f) << 1) ^ (0x1b * ((pair >> 7) & 0x01010101));

    return a ^ twice ^ all;
}

/* One encryption round of AES. Byte 4c + r of the word is in row r, column c. */
static word aes_round(word w, int key)
{
    uint32_t a[4], b[4];
    int c;

    a[0] = (uint32_t)w.lo;
    a[1] = (uint32_t)(w.lo >> 32);
    a[2] = (uint32_t)w.hi;
    a[3] = (uint32_t)(w.hi >> 32);
    for (c = 0; c < 4; c++) /* SubBytes, ShiftRows, MixColumns */
        b[c] = mix_column(sub_byte(a[c], 0) ^ sub_byte(a[(c + 1) % 4], 1) ^
                          sub_byte(a[(c + 2) % 4], 2) ^ sub_byte(a[(c + 3) % 4], 3));
    w.lo = ((uint64_t)b[1] << 32) | b[0];
    w.hi = ((uint64_t)b[3] << 32) | b[2];
    w.lo ^= (uint64_t)key;
    return w;
}

/* Multiplication by x in GF(2^128); x^128 is `reduction`. */
static word times_x(word w, uint64_t reduction)
{
    word shifted;

    shifted.hi = (w.hi << 1) | (w.lo >> 63);
    shifted.lo = (w.lo << 1) ^ (reduction & (0 - (w.hi >> 63)));
    return shifted;
}

/* The product of the matrix T = circ(x, x+1, 1, 1) and (s[i], s[j], s[k], s[l]). */
static void mix(word s[CELLS], int i, int j, int k, int l, uint64_t reduction)
{
    word a = s[i], b = s[j], c = s[k], d = s[l];
    word all = word_xor(word_xor(a, b), word_xor(c, d));

    s[i] = word_xor(word_xor(all, a), times_x(word_xor(a, b), reduction));
    s[j] = word_xor(word_xor(all, b), times_x(word_xor(b, c), reduction));
    s[k] = word_xor(word_xor(all, c), times_x(word_xor(c, d), reduction));
    s[l] = word_xor(word_xor(all, d), times_x(word_xor(d, a), reduction));
}

/*
 * The permutation: rounds 1, 2, ... of sigma, rho, theta, zeta. The matrix is
 * stored by rows: S0 to S3, S4 to S7, S8 to S11, S12 to S15.
 */
static void permutation(word s[CELLS], int rounds, int key)
{
    uint64_t f = 1, g = 1; /* two Fibonacci numbers */
    int round, i;

    for (round = 1; round <= rounds; round++) {
        for (i = 0; i < CELLS; i++) /* sigma */
            s[i] = aes_round(s[i], key);

        for (i = 0; i < 4; i++) /* rho: columns, x^128 = x^7 + x^2 + x + 1 */
            mix(s, i, 4 + i, 8 + i, 12 + i, 0x87);

        for (i = 7; i <= 15; i += 4) { /* theta: three Fibonacci numbers a round */
            uint64_t next = f + g;

            s[i].lo ^= f;
            f = g;
            g = next;
        }

        for (i = 0; i < 4; i++) /* zeta: diagonals, x^128 = x^29 + x^15 + x^2 + 1 */
            mix(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, 0x20008005);
    }
}

/* Absorb one block. */
static void absorb(const struct instance *in, word s[CELLS], const unsigned char *block, int final)
{
    word old[CELLS];
    int i;

    for (i = 0; i < CELLS; i++)
        old[i] = s[i];
    for (i = 0; i < in->rate_words; i++)
        s[in->rate[i]] = word_xor(s[in->rate[i]], load(block + WORD_BYTES * i));
    permutation(s, in->absorb_rounds, 0);

    if (in->feed_forward == NOTHING)
        return;
    if (in->feed_forward == STATE_AND_MESSAGE || final)
        for (i = 0; i < in->rate_words; i++)
            s[in->rate[i]] = word_xor(s[in->rate[i]], load(block + WORD_BYTES * i));
    for (i = 0; i < (int)sizeof forwarded; i++)
        s[forwarded[i]] = word_xor(s[forwarded[i]], old[forwarded[i]]);
}

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest)
{
    const struct instance *in = &instances[ALGORITHM_INSTANCE];
    unsigned long long block_bytes = (unsigned long long)(WORD_BYTES * in->rate_words);
    unsigned long long whole = msg_len_bits / 8; /* whole bytes not yet absorbed */
    int rest = (int)(msg_len_bits % 8);          /* bits in a partial byte after them */
    unsigned char block[MAX_BLOCK] = {0};
    word s[CELLS];
    int i;

    if (digest_len_bits != in->digest_bits)
        return GARNET_BAD_DIGEST_LENGTH;
    if (digest == NULL || (msg == NULL && msg_len_bits != 0))
        return GARNET_NULL_POINTER;

    for (i = 0; i < CELLS; i++)
        s[i] = starting_state[in->start][i];

    for (; whole >= block_bytes; whole -= block_bytes, msg += block_bytes)
        absorb(in, s, msg, 0);

    /*
     * The final block: what is left, a 1 bit, zeros. If that 1 bit is in the
     * block's last byte, behind message bits, the block counts as a full one and
     * a block of zeros follows as the final one.
     */
    for (i = 0; i < (int)whole; i++)
        block[i] = msg[i];
    block[whole] = (unsigned char)(0x80 >> rest);
    if (rest != 0)
        block[whole] |= (unsigned char)(msg[whole] & (0xff << (8 - rest)));
    if (rest != 0 && whole == block_bytes - 1) {
        absorb(in, s, block, 0);
        for (i = 0; i < MAX_BLOCK; i++)
            block[i] = 0;
    }
    absorb(in, s, block, 1);

    /* The length in bits, into the diagonal; then two calls with other keys. */
    for (i = 0; i < CELLS; i += 5)
        s[i].lo ^= msg_len_bits;
    permutation(s, in->middle_rounds, in->middle_key);
    permutation(s, in->squeeze_rounds, in->squeeze_key);

    for (i = 0; i < in->digest_bits / 128; i++)
        store(digest + WORD_BYTES * i, s[in->output[i]]);
    return GARNET_OK;
}
