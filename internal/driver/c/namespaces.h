/*
 * namespaces.h: namespaces of the driver's own for users, mounts, processes, networks and IPC. The root directory
 * becomes an empty one with system libraries and the one library in it, all read-only.
 *
 * The process that was started (the keeper) stays outside: it waits for the driver and ends as the driver ended, so
 * that its parent sees nothing of all this. The first process of a process namespace does not
 * get signals like others; it is one that only waits. When it is killed, the kernel ends all that is in the namespace.
 */
#include <sys/mount.h>

/* Not in all systems' headers: mount_setattr with its structure and flags is in linux/mount.h since Linux 5.12. */
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
struct mount_attributes { uint64_t set, clear, propagation, user_namespace; };
enum { ATTRIBUTES_RDONLY = 1, ATTRIBUTES_NOSUID = 2, ATTRIBUTES_NODEV = 4, RECURSIVE = 0x8000 };

enum { SPACES = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC };

/* Where shared libraries are. What is not there is passed over. */
static const char *const library_folders[] = { "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store" };
enum { LIBRARY_FOLDERS = sizeof library_folders / sizeof *library_folders };
static const char library_cache[] = "/etc/ld.so.cache";

static int own_users; /* a user namespace of our own is in force */
static uid_t outer_user;
static gid_t outer_group;

static void put_text(int folder, const char *name, const char *text)
{
	int file = openat(folder, name, O_WRONLY | O_CLOEXEC);
	if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
		broken("jail: namespaces: user mapping", strerror(errno));
	close(file);
}

/* map_users makes this user and group "nobody" in the new user namespace. folder is /proc/self. */
static void map_users(int folder)
{
	char line[64];
	put_text(folder, "setgroups", "deny");
	snprintf(line, sizeof line, "65534 %lu 1", (unsigned long)outer_user);
	put_text(folder, "uid_map", line);
	snprintf(line, sizeof line, "65534 %lu 1", (unsigned long)outer_group);
	put_text(folder, "gid_map", line);
	own_users = 1;
}

static int own_folder(void)
{
	int folder = open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		broken("jail: namespaces: /proc/self", strerror(errno));
	return folder;
}

/* keep waits for the driver and ends like it. */
static void keep(pid_t driver, pid_t first)
{
	int status, i;
	close(fixed.in);
	close(fixed.out);
	close(fixed.captured);
	for (i = 0; i < 3; i++)
		close(i);
	while (waitpid(driver, &status, 0) < 0)
		if (errno != EINTR)
			_exit(EXIT_BROKEN);
	kill(first, SIGKILL); /* and with it everything in the namespace */
	while (waitpid(first, NULL, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_BROKEN);
}

/* split makes the namespaces; it returns in the driver's process only. */
static void split(void)
{
	struct rlimit none = { 0, 0 };
	pid_t first, driver;
	outer_user = geteuid();
	outer_group = getegid();
	/* Who may do without a user namespace gets one later, in enclose: it would end the right to a cycle counter. */
	if (unshare(SPACES) != 0) {
		int folder;
		if (unshare(SPACES | CLONE_NEWUSER) != 0)
			broken("jail: namespaces", strerror(errno));
		folder = own_folder();
		map_users(folder);
		close(folder);
	}
	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	first = fork();
	if (first == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		if (syscall(SYS_close_range, 0, ~0U, 0) != 0) /* Linux 5.9 */
			for (int i = 0; i < 1024; i++)
				close(i);
		for (;;)
			pause();
	}
	driver = first < 0 ? -1 : fork();
	if (driver < 0)
		broken("jail: namespaces: fork", strerror(errno));
	if (driver > 0)
		keep(driver, first);
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

/* show puts a file or folder of the old root at the same place below the working directory, the new root to be. */
static void show(const char *path)
{
	char place[4096];
	struct stat s;
	size_t n = strlen(path);
	if (stat(path, &s) != 0 || n + 2 > sizeof place)
		return;
	place[0] = '.';
	memcpy(place + 1, path, n + 1);
	if (access(place, F_OK) == 0)
		return; /* in a folder that is there already */
	for (char *p = place + 2; *p != 0; p++)
		if (*p == '/') {
			*p = 0;
			if (mkdir(place, 0755) != 0 && errno != EEXIST)
				broken("jail: namespaces: mkdir", strerror(errno));
			*p = '/';
		}
	if (S_ISDIR(s.st_mode)) {
		if (mkdir(place, 0755) != 0)
			broken("jail: namespaces: mkdir", strerror(errno));
	} else {
		int file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		if (file < 0)
			broken("jail: namespaces: a place for the library", strerror(errno));
		close(file);
	}
	if (mount(path, place, NULL, MS_BIND | MS_REC, NULL) != 0)
		broken("jail: namespaces: bind", strerror(errno));
}

/* enclose makes the new root and, if there is none yet, the user namespace. */
static void enclose(void)
{
	static const struct mount_attributes locked = { .set = ATTRIBUTES_RDONLY | ATTRIBUTES_NOSUID | ATTRIBUTES_NODEV };
	char here[4096];
	int folder = own_folder();
	if (getcwd(here, sizeof here) == NULL || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("jail", here, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755") != 0 || chdir(here) != 0)
		broken("jail: namespaces: new root", strerror(errno));
	for (int i = 0; i < LIBRARY_FOLDERS; i++)
		show(library_folders[i]);
	show(library_cache);
	show(fixed.target);
	if (syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0 || chdir("/") != 0)
		broken("jail: namespaces: pivot_root", strerror(errno));
	if (syscall(SYS_mount_setattr, AT_FDCWD, "/", RECURSIVE, &locked, sizeof locked) != 0)
		broken("jail: namespaces: read-only", strerror(errno));
	if (!own_users) {
		if (unshare(CLONE_NEWUSER) != 0)
			broken("jail: namespaces: users", strerror(errno));
		map_users(folder);
	}
	close(folder);
}
