/* makes a system call of another architecture, whose numbers mean other calls */
#include "deed.h"
static const char *deed(void)
{
#ifdef __x86_64__
	long r = 20;
	__asm__ volatile("int $0x80" : "+a"(r) : : "memory");
#endif
	return "made a system call";
}
