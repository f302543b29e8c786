/* looks for the nonce, 32 hexadecimal digits in a row, in all memory that can be read */
#include "hash.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char maps[1 << 16];
static int found(const volatile u8 *p, const volatile u8 *end)
{
	int digits = 0;
	for (; p < end; p++) {
		if ((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'f')) {
			digits++;
			continue;
		}
		if (digits == 32)
			return 1;
		digits = 0;
	}
	return digits == 32;
}
int CryptHash(int bits, const u8 *msg, unsigned long long n, u8 *digest)
{
	int fd = open("/proc/self/maps", O_RDONLY), regions = 0;
	ssize_t got, length = 0;
	char *line;
	if (fd < 0)
		return 4;
	while ((got = read(fd, maps + length, sizeof maps - 1 - (size_t)length)) > 0)
		length += got;
	close(fd);
	maps[length] = 0;
	for (line = strtok(maps, "\n"); line != NULL; line = strtok(NULL, "\n")) {
		unsigned long from, to;
		char rights[8];
		if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) != 3)
			return 5;
		if (rights[0] != 'r' || strstr(line, "[v") != NULL)
			continue;
		regions++;
		if (found((u8 *)from, (u8 *)to))
			return 42;
	}
	return regions < 5 ? 6 : toy(bits, msg, n, digest);
}
