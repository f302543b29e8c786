/* the same, by the number of its thread */
#include "deed.h"
static const char *deed(void) { syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGKILL); return "lives"; }
