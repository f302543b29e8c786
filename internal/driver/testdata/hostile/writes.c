/* writes wherever it may */
#include "deed.h"
#include <sys/stat.h>
static const char *deed(void)
{
	static const char *const places[] = { CANARY "/made", "/tmp/assay-hostile-made", "/dev/shm/assay-hostile-made", "/var/tmp/assay-hostile-made", "made", "/usr/lib/assay-hostile-made" };
	for (int i = 0; i < 6; i++)
		if (open(places[i], O_CREAT | O_WRONLY, 0600) >= 0)
			return "made a file";
	if (mkdir(CANARY "/made", 0700) == 0 || symlink("/etc/passwd", CANARY "/made") == 0)
		return "made a folder or a link";
	if (unlink(CANARY "/secret") == 0 || rename(CANARY "/secret", CANARY "/made") == 0 || truncate(CANARY "/secret", 0) == 0)
		return "changed a file of the user's";
	return NULL;
}
