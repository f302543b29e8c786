/* writes into the protocol's pipes by system calls of its own */
#include "deed.h"
static const char *deed(void)
{
	static const char line[] = "{\"event\":\"ready\"}\n";
	for (int i = 200; i < 300; i++) {
		long n;
#ifdef __x86_64__
		__asm__ volatile("syscall" : "=a"(n) : "a"(SYS_write), "D"(i), "S"(line), "d"(sizeof line - 1) : "rcx", "r11", "memory");
#else
		n = syscall(SYS_write, i, line, sizeof line - 1);
#endif
		if (n > 0)
			return "wrote into the protocol";
	}
	return NULL;
}
