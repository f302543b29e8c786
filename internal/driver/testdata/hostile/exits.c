/* ends the process as if all were well */
#include "deed.h"
static const char *deed(void) { exit(0); }
