/* asks every allocation function for what the standards promise; returns the number of the promise that was broken. 11 allocations of 9,137 bytes */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "hash.h"
static int zero(const u8 *p, size_t n) { while (n > 0 && *p == 0) p++, n--; return n == 0; }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	volatile size_t huge = SIZE_MAX / 2 - 7, none = 0;
	u8 *volatile p, *volatile q;
	void *r = digest;
	if (getenv("LD_BIND_NOW") != NULL) return 13; /* the driver's own */
	free(NULL);
	p = malloc(none); /* 1, 0 bytes */
	q = malloc(none); /* 2, 0 bytes */
	if (p == NULL || p == q) return 1;
	free(p);
	free(q);
	p = malloc(1000); /* 3 */
	memset(p, 0xff, 1000);
	free(p);
	q = calloc(125, 8); /* 4, 1000 bytes */
	if (!zero(q, 1000) || (uintptr_t)q % 16 != 0 || malloc_usable_size(q) < 1000) return 2;
	if (realloc(q, none) != NULL) return 3;
	errno = 0;
	if (malloc(huge) != NULL || errno != ENOMEM) return 4;
	errno = 0;
	if (calloc(huge, 4) != NULL || errno != ENOMEM) return 5;
	p = aligned_alloc(4096, 32); /* 5 */
	q = memalign(64, 5); /* 6 */
	if ((uintptr_t)p % 4096 != 0 || (uintptr_t)q % 64 != 0) return 6;
	memset(p, 1, 32);
	memset(q, 2, 5);
	free(p);
	free(q);
	p = valloc(1000); /* 7 */
	q = pvalloc(1); /* 8, 4096 bytes */
	if ((uintptr_t)p % 4096 != 0 || (uintptr_t)q % 4096 != 0) return 7;
	q[4095] = p[999] = 1;
	free(q);
	errno = 0;
	if (posix_memalign(&r, 24, 1) != EINVAL || posix_memalign(&r, 16, huge) != ENOMEM || errno != 0 || r != digest) return 8;
	if (posix_memalign(&r, 1024, 1000) != 0 || (uintptr_t)r % 1024 != 0) return 9; /* 9 */
	free(r);
	r = reallocarray(p, 500, 2); /* 10, 1000 bytes */
	if (r == NULL || ((u8 *)r)[999] != 1) return 10;
	if (realloc(r, huge) != NULL || ((u8 *)r)[999] != 1) return 11;
	free(r);
	p = (u8 *)strdup("abc"); /* 11, by the C library: 4 bytes */
	if (strcmp((char *)p, "abc") != 0) return 12;
	free(p);
	return toy(bits, msg, n, digest);
}
