/* confine.h: the limits and the confinement of the process. What is in force is named in the line "hello". */

/* The jail's parts, as bits of the parameter jail: what to put in force. */
enum { NAMESPACES = 1, LANDLOCK = 2, SECCOMP = 4, RLIMITS = 8 };

/* limit sets a resource limit as far as the system allows it; an emulator may not. */
static void limit(int resource, rlim_t soft, rlim_t hard)
{
	struct rlimit old, r;
	if (getrlimit(resource, &old) != 0)
		return;
	r.rlim_max = hard < old.rlim_max ? hard : old.rlim_max;
	r.rlim_cur = soft < r.rlim_max ? soft : r.rlim_max;
	(void)setrlimit(resource, &r);
}

/* set_limits: the stack's is set in any case, since endless recursion must end on unlimited stacks, too. */
static void set_limits(void)
{
	struct rlimit stack;
	limit(RLIMIT_STACK, 8u << 20, 8u << 20);
	stack_limit = getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < 1u << 30 ? stack.rlim_cur : 8u << 20;
	if (!(fixed.jail & RLIMITS))
		return;
	if (fixed.cpu_seconds > 0)
		limit(RLIMIT_CPU, (rlim_t)fixed.cpu_seconds, (rlim_t)fixed.cpu_seconds + 1);
	if (fixed.address_space > 0)
		limit(RLIMIT_AS, (rlim_t)fixed.address_space, (rlim_t)fixed.address_space);
	limit(RLIMIT_FSIZE, 0, 0);
	limit(RLIMIT_CORE, 0, 0);
}

/* drop_rights gives up what root, also that of the new user namespace, may do and others may not. */
static void drop_rights(void)
{
	struct { uint32_t version; int process; } header = { 0x20080522, 0 }; /* linux/capability.h, version 3 */
	struct { uint32_t effective, permitted, inheritable; } none[2];
	memset(none, 0, sizeof none);
	(void)syscall(SYS_capset, &header, none);
}

/*
 * confine takes away what a hash function does not need, as the last step before its code is loaded. A part that the
 * parent asked for, and that was there when it looked, is an error if it cannot be had. Without the filter
 * check_processes looks for new processes after the calls.
 */
static void confine(void)
{
	int first = 1;
	struct stat s;
	if (fixed.jail & NAMESPACES)
		enclose();
	if (fixed.jail & LANDLOCK)
		restrict_files();
	drop_rights();
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	set_limits();
	fixed.tasks = fstat(fixed.tasks_folder, &s) == 0 ? s.st_nlink : 0;
	dl_iterate_phdr(find_code, &first);
	if (fixed.jail & SECCOMP) {
		write_filters();
		fixed.confined = 1;
	}
	fix(&fixed_pages, sizeof fixed_pages);
	dl_iterate_phdr(seal_object, NULL);
	if (fixed.confined && !filter(0))
		broken("jail: seccomp", "the kernel refused the filter");
	if (fixed.confined && (fixed.jail & RLIMITS)) /* otherwise check_processes must find an attempt, not the limit hide it */
		limit(RLIMIT_NPROC, 0, 0);
}

/* close_files is the filter's second step: the library is loaded. */
static void close_files(void)
{
	if (fixed.confined && !filter(1))
		broken("jail: seccomp", "the filter for loaded code was refused");
}

/* put_jail writes the parts in force as JSON strings. */
static void put_jail(char *to)
{
	static const char *const names[] = { "namespaces", "landlock", "seccomp", "rlimits" };
	for (int i = 0; i < 4; i++)
		if (fixed.jail & 1 << i)
			to += sprintf(to, "%s\"%s\"", fixed.jail & ((1 << i) - 1) ? "," : "", names[i]);
	*to = 0;
}

/* check_processes finds what the filter would have forbidden, and says when it was. A forked copy ends here, silently. */
static void check_processes(const char *status, const char *when)
{
	struct rusage children;
	struct stat s;
	if (fixed.confined)
		return;
	if (getpid() != fixed.self)
		_exit(0);
	if (waitpid(-1, NULL, WNOHANG) >= 0 ||
	    (getrusage(RUSAGE_CHILDREN, &children) == 0 && children.ru_minflt + children.ru_nvcsw > 0))
		fail(status, "started a process%s", when);
	if (fixed.tasks != 0 && fstat(fixed.tasks_folder, &s) == 0 && s.st_nlink > fixed.tasks)
		fail(status, "started a thread%s", when);
}
