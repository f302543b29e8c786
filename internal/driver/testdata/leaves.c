/* leaves folders that their owner cannot remove as they are */
#include "hash.h"
#include <sys/stat.h>
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	if (chmod(".", 0700) != 0 || mkdir("left", 0700) != 0 || mkdir("left/a", 0700) != 0 || mkdir("left/a/b", 0) != 0 ||
	    chmod("left/a", 0500) != 0 || chmod("left", 0500) != 0)
		return 4;
	return toy(bits, msg, n, digest);
}
