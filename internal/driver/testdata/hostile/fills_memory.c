/* takes memory in every way, beyond the limit of its address space */
#include "deed.h"
static const char *deed(void)
{
	size_t n = 0;
	void *p;
	while ((p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED && n < (size_t)200 << 20) {
		memset(p, 1, 1 << 20);
		n += 1 << 20;
	}
	while ((p = malloc(1 << 16)) != NULL && n < (size_t)200 << 20)
		n += 1 << 16;
	return n >= (size_t)200 << 20 ? "has more memory than the limit" : NULL;
}
