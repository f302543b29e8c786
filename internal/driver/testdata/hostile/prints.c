/* writes to standard output for ever */
#include "deed.h"
static const char *deed(void) { for (;;) (void)!write(1, "noise noise noise noise noise noise noise noise\n", 48); }
