/* makes instructions */
#include "deed.h"
static const char *deed(void) { return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ? "has executable memory" : NULL; }
