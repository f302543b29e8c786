/*
 * baseline.c: the programme's helper functions. HELPER, given on the command
 * line, says which of them this library is: sm3hash, pseudohash or pseudoXOF.
 */
#include <string.h>

#include "sm3.h"

#ifndef HELPER
#error "define HELPER as sm3hash, pseudohash or pseudoXOF"
#endif

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest);
int sm3hash(size_t n, const unsigned char *m, size_t length, unsigned char *digest);
int pseudohash(size_t n, const unsigned char *m, size_t length, unsigned char *digest);
int pseudoXOF(size_t n, const unsigned char *m, size_t length, unsigned char *digest);

/* SM3 of the concatenation of two strings. */
static void sm3_of(const unsigned char *a, size_t an, const unsigned char *b, size_t bn, unsigned char *digest)
{
	struct sm3 s;
	sm3_init(&s);
	sm3_update(&s, a, an);
	sm3_update(&s, b, bn);
	sm3_final(&s, digest);
}

int sm3hash(size_t n, const unsigned char *m, size_t length, unsigned char *digest)
{
	if (n != SM3_BYTES)
		return 1;
	sm3_of(m, length, NULL, 0, digest);
	return 0;
}

/* HMAC-SM3 of a || b under the key SM3("3.14159265358979") || SM3("2.71828182845904"). */
static void mac(const unsigned char *a, size_t an, const unsigned char *b, size_t bn, unsigned char *out)
{
	static const char pi[] = "3.14159265358979", e[] = "2.71828182845904";
	unsigned char key[SM3_BLOCK], pad[SM3_BLOCK], inner[SM3_BYTES];
	struct sm3 s;
	unsigned i;

	sm3_of((const unsigned char *)pi, sizeof pi - 1, NULL, 0, key);
	sm3_of((const unsigned char *)e, sizeof e - 1, NULL, 0, key + SM3_BYTES);
	for (i = 0; i < SM3_BLOCK; i++)
		pad[i] = key[i] ^ 0x36;
	sm3_init(&s);
	sm3_update(&s, pad, SM3_BLOCK);
	sm3_update(&s, a, an);
	sm3_update(&s, b, bn);
	sm3_final(&s, inner);
	for (i = 0; i < SM3_BLOCK; i++)
		pad[i] = key[i] ^ 0x5c;
	sm3_of(pad, SM3_BLOCK, inner, SM3_BYTES, out);
}

int pseudohash(size_t n, const unsigned char *m, size_t length, unsigned char *digest)
{
	unsigned char d[2] = { (unsigned char)(n / SM3_BYTES), 0 };
	unsigned char h[4][SM3_BYTES], k[3 * SM3_BYTES];

	if (n != 64 && n != 96 && n != 128)
		return 1;
	mac(d, sizeof d, m, length, k);               /* k1 */
	sm3_of(m, length, d, sizeof d, h[0]);         /* h1 */
	sm3_of(k, SM3_BYTES, h[0], SM3_BYTES, h[1]);  /* h2 */
	mac(h[0], SM3_BYTES, NULL, 0, k);             /* k2 */
	sm3_of(h[1], SM3_BYTES, k, SM3_BYTES, h[2]);  /* h3 */
	if (n == 128) {
		mac(h[1], SM3_BYTES, NULL, 0, k);                 /* k3 */
		memcpy(k + SM3_BYTES, h[2], SM3_BYTES);
		mac(h[2], SM3_BYTES, NULL, 0, k + 2 * SM3_BYTES); /* k4 */
		sm3_of(k, sizeof k, NULL, 0, h[3]);               /* h4 */
	}
	memcpy(digest, h, n);
	return 0;
}

/* SM3(m || 1) || SM3(m || 2) || ..., hashing m anew for each block as the programme's own code does. */
int pseudoXOF(size_t n, const unsigned char *m, size_t length, unsigned char *digest)
{
	unsigned char block[SM3_BYTES], counter[4];
	unsigned long i = 0;

	while (n > 0) {
		size_t take = n < SM3_BYTES ? n : SM3_BYTES;
		i++;
		counter[0] = (unsigned char)(i >> 24);
		counter[1] = (unsigned char)(i >> 16);
		counter[2] = (unsigned char)(i >> 8);
		counter[3] = (unsigned char)i;
		sm3_of(m, length, counter, sizeof counter, block);
		memcpy(digest, block, take);
		digest += take;
		n -= take;
	}
	return 0;
}

/* The helper functions take whole bytes. */
int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest)
{
	if (digest_len_bits <= 0 || digest_len_bits % 8 != 0 || msg_len_bits % 8 != 0 || digest == NULL || (msg == NULL && msg_len_bits > 0))
		return 1;
	return HELPER((size_t)digest_len_bits / 8, msg, (size_t)(msg_len_bits / 8), digest);
}
