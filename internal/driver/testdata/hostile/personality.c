/* has all readable memory be executable from now on */
#include "deed.h"
#include <sys/personality.h>
static const char *deed(void) { return personality(READ_IMPLIES_EXEC) != -1 ? "has changed what may be executed" : NULL; }
