/* ends its process as if somebody else had killed it */
#include "deed.h"
static const char *deed(void) { kill(getpid(), SIGKILL); return "lives"; }
