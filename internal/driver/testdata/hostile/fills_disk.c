/* writes until the disk is full */
#include "deed.h"
static const char *deed(void)
{
	static char block[1 << 16];
	int file = open(CANARY "/made", O_CREAT | O_WRONLY, 0600);
	long long n = 0;
	while (write(file, block, sizeof block) > 0 && n < 1 << 24)
		n += sizeof block;
	return n > 0 ? "wrote a file" : NULL;
}
