/* reads a file by system calls of its own, past the C library */
#include "deed.h"
static const char *deed(void)
{
#ifdef __x86_64__
	long file;
	__asm__ volatile("syscall" : "=a"(file) : "a"(SYS_openat), "D"(AT_FDCWD), "S"(CANARY "/secret"), "d"(O_RDONLY) : "rcx", "r11", "memory");
#else
	long file = syscall(SYS_openat, AT_FDCWD, CANARY "/secret", O_RDONLY);
#endif
	return file >= 0 ? "opened a file of the user's" : NULL;
}
