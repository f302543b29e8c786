/* calls a server by a name that is in no folder (an abstract socket) */
#include "deed.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
static const char *deed(void)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	memcpy(to.sun_path + 1, ABSTRACT, sizeof ABSTRACT - 1);
	return s >= 0 && connect(s, (struct sockaddr *)&to, offsetof(struct sockaddr_un, sun_path) + sizeof ABSTRACT) == 0 ? "connected" : NULL;
}
