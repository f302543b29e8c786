/* sm3.h: the SM3 hash function (GM/T 0004-2012, GB/T 32905-2016). */
#ifndef SM3_H
#define SM3_H

#include <stddef.h>
#include <stdint.h>

#define SM3_BYTES 32
#define SM3_BLOCK 64

struct sm3 {
	uint32_t v[8];
	uint64_t length; /* bytes */
	unsigned char block[SM3_BLOCK];
};

void sm3_init(struct sm3 *s);
void sm3_update(struct sm3 *s, const unsigned char *m, size_t n);
void sm3_final(struct sm3 *s, unsigned char digest[SM3_BYTES]);

#endif
