/* makes its parent its tracer and stops */
#include "hash.h"
#include <signal.h>
#include <sys/ptrace.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { ptrace(PTRACE_TRACEME, 0, 0, 0); raise(SIGSTOP); return toy(bits, msg, n, digest); }
