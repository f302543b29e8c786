/*
 * CHash_512 and CHash_1024 (NGCC round 1, hash-03): plain reference.
 *
 * One instance is built at a time. Two definitions choose it; they are given
 * on the compiler's command line, for example for CHash_512:
 *
 *     -DALGORITHM_INSTANCE='"CHash_512"' -DDIGEST_BIT_LENGTH=512
 */
#ifndef CHASH_H
#define CHASH_H

#ifndef ALGORITHM_INSTANCE
#error "define ALGORITHM_INSTANCE as a string, such as -DALGORITHM_INSTANCE='\"CHash_512\"'"
#endif

#ifndef DIGEST_BIT_LENGTH
#error "define DIGEST_BIT_LENGTH as 512 or 1024"
#elif DIGEST_BIT_LENGTH != 512 && DIGEST_BIT_LENGTH != 1024
#error "C Hash has digests of 512 or 1024 bits: set DIGEST_BIT_LENGTH to one of these"
#endif

/* What CryptHash returns; the first of these errors that applies. */
enum {
    CHASH_OK = 0,
    CHASH_NULL_DIGEST = -2,
    CHASH_NULL_MESSAGE = -3,     /* although its length is not 0 */
    CHASH_BAD_DIGEST_LENGTH = -1 /* digest_len_bits is not DIGEST_BIT_LENGTH */
};

/*
 * CryptHash writes the digest of the first msg_len_bits bits of msg to digest.
 *
 * Message bits count from the most significant bit of each byte; the unused
 * low bits of a last partial byte are ignored. Exactly (msg_len_bits + 7) / 8
 * bytes of msg are read and DIGEST_BIT_LENGTH / 8 bytes of digest are written.
 * msg may be null if msg_len_bits is 0. On an error nothing is written.
 */
int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest);

#endif
