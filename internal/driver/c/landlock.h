/*
 * landlock.h: Landlock. The driver may read system libraries and the one library, and do nothing else to files; it may use
 * no port, and send no signal and no message out of its domain, as far as the kernel knows these rights.
 */

/* From the kernel's uapi/linux/landlock.h, which is not on all systems. */
enum { LANDLOCK_CREATE = 444, LANDLOCK_ADD = 445, LANDLOCK_RESTRICT = 446 }; /* system calls, the same on all architectures */
enum { LANDLOCK_VERSION_FLAG = 1, LANDLOCK_PATH_BENEATH = 1 };
enum { MAY_READ_FILE = 1 << 2, MAY_READ_FOLDER = 1 << 3 };
struct landlock_rights { uint64_t files, net, scoped; };
struct landlock_path { uint64_t allowed; int32_t folder; } __attribute__((packed));

static void allow_reading(int rules, const char *path)
{
	struct landlock_path rule;
	struct stat s;
	int file = open(path, O_PATH | O_CLOEXEC);
	if (file < 0 || fstat(file, &s) != 0)
		return;
	rule.folder = file;
	rule.allowed = S_ISDIR(s.st_mode) ? MAY_READ_FILE | MAY_READ_FOLDER : MAY_READ_FILE;
	if (syscall(LANDLOCK_ADD, rules, LANDLOCK_PATH_BENEATH, &rule, 0) != 0)
		broken("jail: landlock: rule", strerror(errno));
	close(file);
}

static void restrict_files(void)
{
	static const int file_rights[] = { 0, 13, 14, 15, 15, 16, 16, 16, 16, 17 }; /* number of them in versions 1, 2, …: all of them are handled */
	enum { NEWEST = sizeof file_rights / sizeof *file_rights - 1 };
	struct landlock_rights rights = { 0, 0, 0 };
	size_t size = 8;
	int rules;
	long version = syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_VERSION_FLAG);
	if (version < 1)
		broken("jail: landlock", strerror(errno));
	rights.files = ((uint64_t)1 << file_rights[version > NEWEST ? NEWEST : version]) - 1;
	if (version >= 4) {
		rights.net = version >= 10 ? 15 : 3; /* bind and connect: TCP, later also UDP */
		size = 16;
	}
	if (version >= 6) {
		rights.scoped = 3; /* abstract sockets, signals */
		size = 24;
	}
	rules = (int)syscall(LANDLOCK_CREATE, &rights, size, 0);
	if (rules < 0)
		broken("jail: landlock", strerror(errno));
	for (int i = 0; i < LIBRARY_FOLDERS; i++)
		allow_reading(rules, library_folders[i]);
	allow_reading(rules, library_cache);
	allow_reading(rules, fixed.target);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (syscall(LANDLOCK_RESTRICT, rules, 0) != 0)
		broken("jail: landlock", strerror(errno));
	close(rules);
}
