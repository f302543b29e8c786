/* sm3.c: SM3 in the standard's own terms; plain loops, nothing unrolled. */
#include "sm3.h"

#include <string.h>

static uint32_t rol(uint32_t x, unsigned n)
{
	n %= 32;
	return n == 0 ? x : x << n | x >> (32 - n);
}

static uint32_t p0(uint32_t x) { return x ^ rol(x, 9) ^ rol(x, 17); }
static uint32_t p1(uint32_t x) { return x ^ rol(x, 15) ^ rol(x, 23); }

static uint32_t ff(unsigned j, uint32_t x, uint32_t y, uint32_t z)
{
	return j < 16 ? x ^ y ^ z : (x & y) | (x & z) | (y & z);
}

static uint32_t gg(unsigned j, uint32_t x, uint32_t y, uint32_t z)
{
	return j < 16 ? x ^ y ^ z : (x & y) | (~x & z);
}

/* The compression function: v = CF(v, block). */
static void compress(uint32_t v[8], const unsigned char block[SM3_BLOCK])
{
	uint32_t w[68], a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
	unsigned j;

	for (j = 0; j < 16; j++)
		w[j] = (uint32_t)block[4 * j] << 24 | (uint32_t)block[4 * j + 1] << 16 |
		       (uint32_t)block[4 * j + 2] << 8 | block[4 * j + 3];
	for (j = 16; j < 68; j++)
		w[j] = p1(w[j - 16] ^ w[j - 9] ^ rol(w[j - 3], 15)) ^ rol(w[j - 13], 7) ^ w[j - 6];
	for (j = 0; j < 64; j++) {
		uint32_t t = j < 16 ? 0x79cc4519u : 0x7a879d8au;
		uint32_t ss1 = rol(rol(a, 12) + e + rol(t, j), 7);
		uint32_t ss2 = ss1 ^ rol(a, 12);
		uint32_t tt1 = ff(j, a, b, c) + d + ss2 + (w[j] ^ w[j + 4]);
		uint32_t tt2 = gg(j, e, f, g) + h + ss1 + w[j];
		d = c;
		c = rol(b, 9);
		b = a;
		a = tt1;
		h = g;
		g = rol(f, 19);
		f = e;
		e = p0(tt2);
	}
	v[0] ^= a;
	v[1] ^= b;
	v[2] ^= c;
	v[3] ^= d;
	v[4] ^= e;
	v[5] ^= f;
	v[6] ^= g;
	v[7] ^= h;
}

void sm3_init(struct sm3 *s)
{
	static const uint32_t iv[8] = {
		0x7380166fu, 0x4914b2b9u, 0x172442d7u, 0xda8a0600u,
		0xa96f30bcu, 0x163138aau, 0xe38dee4du, 0xb0fb0e4eu
	};
	memcpy(s->v, iv, sizeof iv);
	s->length = 0;
}

void sm3_update(struct sm3 *s, const unsigned char *m, size_t n)
{
	while (n > 0) {
		size_t at = (size_t)(s->length % SM3_BLOCK), take = SM3_BLOCK - at;
		if (take > n)
			take = n;
		if (take == SM3_BLOCK) {
			compress(s->v, m);
		} else {
			memcpy(s->block + at, m, take);
			if (at + take == SM3_BLOCK)
				compress(s->v, s->block);
		}
		s->length += take;
		m += take;
		n -= take;
	}
}

void sm3_final(struct sm3 *s, unsigned char digest[SM3_BYTES])
{
	uint64_t bits = 8 * s->length;
	size_t at = (size_t)(s->length % SM3_BLOCK);
	unsigned i;

	s->block[at++] = 0x80;
	if (at > SM3_BLOCK - 8) {
		memset(s->block + at, 0, SM3_BLOCK - at);
		compress(s->v, s->block);
		at = 0;
	}
	memset(s->block + at, 0, SM3_BLOCK - 8 - at);
	for (i = 0; i < 8; i++)
		s->block[SM3_BLOCK - 1 - i] = (unsigned char)(bits >> 8 * i);
	compress(s->v, s->block);
	for (i = 0; i < SM3_BYTES; i++)
		digest[i] = (unsigned char)(s->v[i / 4] >> (24 - 8 * (i % 4)));
}
