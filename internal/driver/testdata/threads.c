/* starts a thread */
#include "hash.h"
#include <pthread.h>
#include <unistd.h>
static void *run(void *p) { pause(); return p; }
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { pthread_t t; pthread_create(&t, 0, run, 0); return toy(bits, msg, n, digest); }
