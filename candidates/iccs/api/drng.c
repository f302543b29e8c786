/*
 * drng.c: Hash_DRBG in the manner of SP 800-90A with SM3, without reseeding.
 * It is linked into a library with the functions of others, so everything that
 * can be seen is weak, and SM3 has names that nobody else uses.
 */
#include <string.h>

#define sm3_init drng_sm3_init
#define sm3_update drng_sm3_update
#define sm3_final drng_sm3_final

#include "sm3.c"
#include "drng.h"

#pragma weak drng_sm3_init
#pragma weak drng_sm3_update
#pragma weak drng_sm3_final
#pragma weak drng_seed
#pragma weak drng_request

/* SM3 of head followed by body. */
static void digest_of(const unsigned char *head, size_t head_length, const unsigned char *body, size_t length, unsigned char *digest)
{
	struct sm3 s;
	sm3_init(&s);
	sm3_update(&s, head, head_length);
	sm3_update(&s, body, length);
	sm3_final(&s, digest);
}

/* v += x modulo 2^440; both are big-endian, x has n bytes. */
static void add(unsigned char v[DRNG_SEED_LENGTH], const unsigned char *x, size_t n)
{
	unsigned carry = 0;
	size_t i;
	for (i = 1; i <= DRNG_SEED_LENGTH; i++) {
		carry += v[DRNG_SEED_LENGTH - i];
		if (i <= n)
			carry += x[n - i];
		v[DRNG_SEED_LENGTH - i] = (unsigned char)carry;
		carry >>= 8;
	}
}

/*
 * The derivation function: the first 55 bytes of SM3(1 || 440 || x) || SM3(2 || 440 || x), with 440 as 32 bits. A mark
 * of one byte, if there is one, goes before x.
 */
static void derive(unsigned char out[DRNG_SEED_LENGTH], const unsigned char *mark, size_t marked, const unsigned char *x, size_t n)
{
	unsigned char head[6] = { 1, 0, 0, 0x01, 0xB8, 0 }, digest[2 * SM3_BYTES];
	if (marked > 0)
		head[5] = *mark;
	digest_of(head, 5 + marked, x, n, digest);
	head[0] = 2;
	digest_of(head, 5 + marked, x, n, digest + SM3_BYTES);
	memcpy(out, digest, DRNG_SEED_LENGTH);
}

void drng_seed(DRNG_ctx *g, const unsigned char *seed, size_t length)
{
	static const unsigned char zero = 0;
	derive(g->V, NULL, 0, seed, length);
	derive(g->C, &zero, 1, g->V, DRNG_SEED_LENGTH);
	g->requests = 1;
}

void drng_request(DRNG_ctx *g, unsigned char *out, unsigned long long bits)
{
	static const unsigned char one = 1, three = 3;
	unsigned char data[DRNG_SEED_LENGTH], block[SM3_BYTES], number[8];
	unsigned long long left = bits / 8 + (bits % 8 != 0);
	int i;

	memcpy(data, g->V, sizeof data);
	while (left > 0) {
		size_t n = left < SM3_BYTES ? (size_t)left : SM3_BYTES;
		digest_of(NULL, 0, data, sizeof data, block);
		memcpy(out, block, n);
		add(data, &one, 1);
		out += n;
		left -= n;
	}
	if (bits % 8 != 0)
		out[-1] &= (unsigned char)(0xFF << (8 - bits % 8));

	digest_of(&three, 1, g->V, DRNG_SEED_LENGTH, block);
	for (i = 0; i < 8; i++)
		number[i] = (unsigned char)(g->requests >> (56 - 8 * i));
	add(g->V, block, sizeof block);
	add(g->V, g->C, DRNG_SEED_LENGTH);
	add(g->V, number, sizeof number);
	g->requests++;
}
