/* deeds.h: what a system call that the filter stopped would have done, in words. */

struct deed { int call; const char *what; };

static const struct deed deeds[] = {
	{ SYS_openat, "open a file" }, { SYS_faccessat, "look for a file" }, { SYS_newfstatat, "look for a file" }, { SYS_getdents64, "list a folder" },
	{ SYS_readlinkat, "look for a file" }, { SYS_getcwd, "ask for its folder" },
	{ SYS_unlinkat, "remove a file" }, { SYS_renameat, "rename a file" }, { SYS_mkdirat, "make a folder" }, { SYS_truncate, "change a file" },
	{ SYS_ftruncate, "change a file" }, { SYS_fchmodat, "change a file's rights" }, { SYS_fchownat, "change a file's rights" },
	{ SYS_memfd_create, "make a file in memory" }, { SYS_linkat, "make a link" }, { SYS_symlinkat, "make a link" },
	{ SYS_clone, "start a process or a thread" }, { SYS_execve, "start a program" }, { SYS_execveat, "start a program" },
	{ SYS_unshare, "make a namespace" }, { SYS_mount, "mount a file system" },
	{ SYS_ptrace, "trace a process" }, { SYS_process_vm_readv, "read another process's memory" }, { SYS_process_vm_writev, "write another process's memory" },
	{ SYS_kill, "send a signal to another process" }, { SYS_tkill, "send a signal to another process" }, { SYS_tgkill, "send a signal to another process" },
	{ SYS_rt_sigqueueinfo, "send a signal to another process" },
	{ SYS_socket, "open a socket" }, { SYS_socketpair, "open a socket" }, { SYS_connect, "connect a socket" }, { SYS_bind, "bind a socket" },
	{ SYS_sendto, "send to a socket" },
	{ SYS_pipe2, "make a pipe" },
	{ SYS_read, "read from a descriptor that is not its own" }, { SYS_pread64, "read from a descriptor that is not its own" },
	{ SYS_readv, "read from a descriptor that is not its own" },
	{ SYS_write, "write to a descriptor that is not its own" }, { SYS_writev, "write to a descriptor that is not its own" },
	{ SYS_pwrite64, "write to a descriptor that is not its own" },
	{ SYS_close, "close a descriptor" }, { SYS_dup, "duplicate a descriptor" }, { SYS_dup3, "duplicate a descriptor" }, { SYS_fcntl, "change a descriptor" },
	{ SYS_mmap, "map executable memory or a file" }, { SYS_mprotect, "make memory executable" },
	{ SYS_prctl, "change the state of its process" }, { SYS_seccomp, "change the filter of system calls" }, { SYS_personality, "change the state of its process" },
	{ SYS_perf_event_open, "open a counter" }, { SYS_clock_settime, "set a clock" }, { SYS_settimeofday, "set a clock" }, { SYS_adjtimex, "set a clock" },
	{ SYS_sched_setaffinity, "move to another CPU" }, { SYS_setpriority, "change its priority" }, { SYS_setitimer, "set a timer" },
#ifdef SYS_open
	{ SYS_open, "open a file" }, { SYS_creat, "make a file" }, { SYS_stat, "look for a file" }, { SYS_lstat, "look for a file" }, { SYS_access, "look for a file" },
	{ SYS_readlink, "look for a file" }, { SYS_unlink, "remove a file" }, { SYS_rmdir, "remove a folder" }, { SYS_rename, "rename a file" }, { SYS_mkdir, "make a folder" },
	{ SYS_chmod, "change a file's rights" }, { SYS_chown, "change a file's rights" },
	{ SYS_link, "make a link" }, { SYS_symlink, "make a link" }, { SYS_pipe, "make a pipe" }, { SYS_dup2, "duplicate a descriptor" },
	{ SYS_fork, "start a process or a thread" }, { SYS_vfork, "start a process or a thread" }, { SYS_alarm, "set a timer" },
	{ SYS_arch_prctl, "change the state of its process" },
#endif
#ifdef SYS_clone3
	{ SYS_clone3, "start a process or a thread" },
#endif
#ifdef SYS_pidfd_open
	{ SYS_pidfd_open, "reach another process" },
#endif
#ifdef SYS_pidfd_send_signal
	{ SYS_pidfd_send_signal, "send a signal to another process" },
#endif
#ifdef SYS_openat2
	{ SYS_openat2, "open a file" },
#endif
#ifdef SYS_pkey_mprotect
	{ SYS_pkey_mprotect, "make memory executable" },
#endif
};

static const char *deed(int call)
{
	for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
		if (deeds[i].call == call)
			return deeds[i].what;
	return "do what no hash function needs";
}
