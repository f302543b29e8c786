/* Does a deed in a constructor, or in CryptHash. deed returns what it achieved, or NULL. */
#define _GNU_SOURCE
#include "../hash.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static const char *deed(void);
static void report_deed(void)
{
	const char *harm = deed();
	if (harm) {
		(void)!write(2, "HARM: ", 6);
		(void)!write(2, harm, strlen(harm));
		(void)!write(2, "\n", 1);
	}
}
#ifdef IN_CONSTRUCTOR
__attribute__((constructor)) static void begin(void) { report_deed(); }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { return toy(bits, msg, n, digest); }
#else
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { report_deed(); return toy(bits, msg, n, digest); }
#endif
