/* A toy hash that is easy to write twice (toySum in driver_test.go): bytes of the message are folded into the digest. */
#ifndef HASH_H
#define HASH_H
typedef unsigned char u8;
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest);
static int toy(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	for (int i = 0; i < bits / 8; i++)
		digest[i] = (u8)(n + (unsigned)i);
	for (unsigned long long k = 0; k < (n + 7) / 8; k++)
		digest[k % (unsigned)(bits / 8)] = (u8)(digest[k % (unsigned)(bits / 8)] * 5 + msg[k]);
	return 0;
}
#endif
