/* writes a file, without a name where the working directory does not take one */
#include "hash.h"
#include <fcntl.h>
#include <unistd.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest) { int fd = open("file", O_CREAT | O_WRONLY, 0600); if (fd < 0) fd = open("/tmp", O_TMPFILE | O_WRONLY, 0600); if (write(fd, "x", 1) != 1) return 9; return toy(bits, msg, n, digest); }
