/*
 * Garnet (NGCC round 1, hash-11): plain reference of all eight instances.
 *
 * One instance is built at a time. One definition chooses it; it is given on
 * the compiler's command line and is the instance's name, without quotes:
 *
 *     -DALGORITHM_INSTANCE=Garnet_512_Cap512
 */
#ifndef GARNET_H
#define GARNET_H

#ifndef ALGORITHM_INSTANCE
#error "define ALGORITHM_INSTANCE as an instance's name, such as -DALGORITHM_INSTANCE=Garnet_512_Cap512"
#endif

/* The instances. The number after "Cap" is the rate in bits. */
enum {
    Garnet_512_Cap512,
    Garnet_512_Cap640,
    Garnet_512_Cap768,
    Garnet_512_Cap896,
    Garnet_512_Cap1024,
    Garnet_768,
    Garnet_1024,
    Garnet_1024_DM4x4,
    GARNET_INSTANCES
};

/* What CryptHash returns. */
enum {
    GARNET_OK = 0,
    GARNET_BAD_DIGEST_LENGTH = -1, /* digest_len_bits is not that of the instance */
    GARNET_NULL_POINTER = -2       /* no digest buffer, or no message although its length is not 0 */
};

/*
 * CryptHash writes the digest of the first msg_len_bits bits of msg to digest.
 *
 * Message bits count from the most significant bit of each byte; the unused
 * low bits of a last partial byte are ignored. Exactly (msg_len_bits + 7) / 8
 * bytes of msg are read and digest_len_bits / 8 bytes of digest are written.
 * msg may be null if msg_len_bits is 0. On an error nothing is written.
 */
int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest);

#endif
