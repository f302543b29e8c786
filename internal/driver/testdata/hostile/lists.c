/* lists the user's folder */
#include "deed.h"
#include <dirent.h>
static const char *deed(void) { return opendir(CANARY) ? "listed a folder of the user's" : NULL; }
