/*
 * drng.h: the programme's generator of test messages, in code of our own. It
 * stands in for the header of that name where a submission's archive has none.
 * The type's name is the programme's; the functions have names of ours, since no
 * hash function calls the generator.
 */
#ifndef DRNG_H
#define DRNG_H

#include <stddef.h>

#define DRNG_SEED_LENGTH 55 /* bytes of V and C: 440 bits */

typedef struct {
	unsigned char V[DRNG_SEED_LENGTH]; /* big-endian */
	unsigned char C[DRNG_SEED_LENGTH];
	unsigned long long requests; /* number of the next request, from 1 */
} DRNG_ctx;

/* Seeds the generator. */
void drng_seed(DRNG_ctx *g, const unsigned char *seed, size_t length);

/* Writes one request of the given number of bits; the unused low bits of the last byte are zero. */
void drng_request(DRNG_ctx *g, unsigned char *out, unsigned long long bits);

#endif
