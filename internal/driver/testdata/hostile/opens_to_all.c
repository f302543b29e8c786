/* changes the rights of a file of the user's */
#include "deed.h"
#include <sys/stat.h>
static const char *deed(void) { return chmod(CANARY "/secret", 0644) == 0 ? "changed a file's rights" : NULL; }
