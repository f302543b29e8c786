/* confine.h: the limits and the confinement of the process. */

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

#if defined(__x86_64__)
#define SECCOMP_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SECCOMP_ARCH AUDIT_ARCH_AARCH64
#endif

/*
 * confine takes away what a hash function does not need, as the last step before its code is
 * loaded. This is the place for namespaces and Landlock. Today: no new processes, threads or
 * programs and no tracing (the kernel ends the process with SIGSYS); no signals to other
 * processes and no new limits (EPERM). Where there is no seccomp (emulators), check_processes
 * looks for new processes after the calls.
 */
static void confine(void)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#ifdef SECCOMP_ARCH
	static const int forbidden[] = {
#ifdef SYS_fork
		SYS_fork, SYS_vfork,
#endif
#ifdef SYS_clone3
		SYS_clone3,
#endif
#ifdef SYS_execveat
		SYS_execveat,
#endif
		SYS_clone, SYS_execve, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
	};
	static const int refused[] = {
#ifdef SYS_setrlimit
		SYS_setrlimit,
#endif
#ifdef SYS_pidfd_send_signal
		SYS_pidfd_send_signal,
#endif
	};
	/* Their first argument is a process, or a thread: this one's number is that of the process. */
	static const int to_itself[] = { SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo };
	const uint32_t kill = SECCOMP_RET_KILL_PROCESS, refuse = SECCOMP_RET_ERRNO | EPERM;
	const uint32_t low = offsetof(struct seccomp_data, args[0]), high = low + 4; /* little-endian, as SECCOMP_ARCH says */
	const uint32_t word = sizeof(uint64_t);
	struct sock_filter code[16 + 2 * (sizeof forbidden + sizeof refused) / sizeof(int) + 5 * sizeof to_itself / sizeof(int)];
	size_t n = 0;
	if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0) /* otherwise check_processes must find an attempt, not the limit hide it */
		limit(RLIMIT_NPROC, 0, 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SECCOMP_ARCH, 1, 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, kill);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1); /* x32 calls */
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, kill);
	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
		code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)forbidden[i], 0, 1);
		code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, kill);
	}
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)refused[i], 0, 1);
		code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refuse);
	}
	for (size_t i = 0; i < sizeof to_itself / sizeof *to_itself; i++) {
		code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)to_itself[i], 0, 4);
		code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low);
		code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)self, 0, 1);
		code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
		code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refuse);
	}
	/* prlimit64(process, resource, new, old) may read: new is a null pointer. */
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 6);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low + 2 * word);
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, high + 2 * word);
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refuse);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog program = { .len = (unsigned short)n, .filter = code };
	confined = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#endif
	struct stat s;
	tasks = stat("/proc/self/task", &s) == 0 ? s.st_nlink : 0;
}

/* check_processes finds what the filter would have forbidden. A forked copy ends here, silently. */
static void check_processes(void)
{
	struct rusage children;
	struct stat s;
	if (confined)
		return;
	if (getpid() != self)
		_exit(0);
	if (waitpid(-1, NULL, WNOHANG) >= 0 ||
	    (getrusage(RUSAGE_CHILDREN, &children) == 0 && children.ru_minflt + children.ru_nvcsw > 0))
		fail("CRASH", "started a process inside CryptHash");
	if (tasks != 0 && stat("/proc/self/task", &s) == 0 && s.st_nlink > tasks)
		fail("CRASH", "started a thread inside CryptHash");
}
