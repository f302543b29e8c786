/* writes to standard error for ever */
#include "deed.h"
static const char *deed(void) { for (;;) (void)!write(2, "noise noise noise noise noise noise noise noise\n", 48); }
