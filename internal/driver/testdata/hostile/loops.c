/* goes on for ever */
#include "deed.h"
static const char *deed(void) { for (volatile int i = 0;; i++) ; }
