/* traces the parent */
#include "deed.h"
#include <sys/ptrace.h>
static const char *deed(void) { return ptrace(PTRACE_SEIZE, PARENT, 0, 0) == 0 ? "traces the parent" : NULL; }
