/* calls a server on this machine */
#include "deed.h"
#include <netinet/in.h>
#include <sys/socket.h>
static const char *deed(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int s = socket(AF_INET, SOCK_STREAM, 0);
	return s >= 0 && connect(s, (struct sockaddr *)&to, sizeof to) == 0 ? "connected" : NULL;
}
