/*
 * filter.h: the seccomp filter, a list of the system calls that may be made; everything else raises SIGSYS, whose handler
 * (verdict.h) says what was tried. It is in force in two steps: before the library is loaded the dynamic linker, and
 * nobody else, may open and map files; afterwards nobody may. What belongs to the protocol and to the counter, only the
 * driver's own instructions may do.
 *
 * No mapping can become executable but those that the dynamic linker makes of files, and none can be moved: so the code of
 * the driver, of the C library and of the kernel's page (vDSO) can be taken away, but not be replaced.
 */
#include <link.h>
#include <sys/auxv.h>

static struct { uintptr_t from, to; } driver_code, linker_code; /* from is 0: not known */

/* find_code takes note of where instructions are: of the driver, which comes first, and of the dynamic linker. */
static int find_code(struct dl_phdr_info *object, size_t size, void *first)
{
	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &object->dlpi_phdr[i];
		uintptr_t from = object->dlpi_addr + p->p_vaddr;
		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		if (*(int *)first) {
			driver_code.from = from;
			driver_code.to = from + p->p_memsz;
		} else if (object->dlpi_addr != 0 && object->dlpi_addr == getauxval(AT_BASE)) {
			linker_code.from = from;
			linker_code.to = from + p->p_memsz;
		}
	}
	*(int *)first = 0;
	return 0;
}

#ifdef SYSTEM_ARCH

enum { LONGEST_FILTER = 1024 };
static struct sock_filter code[LONGEST_FILTER];
static size_t code_length, opened; /* opened: the jump of the rule that is being written */

enum { ALLOW = SECCOMP_RET_ALLOW, STOP = SECCOMP_RET_TRAP };
static const uint32_t KILL = SECCOMP_RET_KILL_PROCESS;

static void put(uint16_t what, uint32_t k, int if_true, int if_false)
{
	if (code_length == LONGEST_FILTER)
		broken("jail: seccomp", "the filter is too long");
	code[code_length++] = (struct sock_filter){ what, (uint8_t)if_true, (uint8_t)if_false, k };
}

static void load_word(size_t at) { put(BPF_LD | BPF_W | BPF_ABS, (uint32_t)at, 0, 0); }
static void end_with(uint32_t action) { put(BPF_RET | BPF_K, action, 0, 0); }

/* Arguments are 64 bits; low and high words as on little-endian machines, which both architectures are. */
static size_t low_of(int argument) { return offsetof(struct seccomp_data, args) + 8 * (size_t)argument; }
static size_t high_of(int argument) { return low_of(argument) + 4; }

/* begin and finish enclose the rule for one call; a rule ends with an action on all ways. */
static void begin(int number)
{
	opened = code_length;
	put(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 0);
}

static void finish(uint32_t otherwise)
{
	end_with(otherwise);
	code[opened].jf = (uint8_t)(code_length - opened - 1);
}

/* allow_value allows the call if the low word of an argument is v. */
static void allow_value(int argument, uint32_t v)
{
	load_word(low_of(argument));
	put(BPF_JMP | BPF_JEQ | BPF_K, v, 0, 1);
	end_with(ALLOW);
}

/* allow_from allows the call if its instruction lies in from to to-1. */
static void allow_from(uintptr_t from, uintptr_t to)
{
	const size_t ip = offsetof(struct seccomp_data, instruction_pointer);
	while (from < to) { /* once for each piece with the same high word */
		uintptr_t last = to - 1;
		if (last >> 32 != from >> 32)
			last = from | 0xffffffff;
		load_word(ip + 4);
		put(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(from >> 32), 0, 4);
		load_word(ip);
		put(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)from, 0, 2);
		put(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)last, 1, 0);
		end_with(ALLOW);
		from = last + 1;
	}
}

static void allow_driver(void) { allow_from(driver_code.from, driver_code.to); }

/* allow_linker: where the linker is not known, everybody, and only Landlock and the new root stand between a constructor and files. */
static void allow_linker(void)
{
	if (linker_code.from == 0)
		end_with(ALLOW);
	else
		allow_from(linker_code.from, linker_code.to);
}

/* Harmless in any process that has nothing but itself. */
static const int free_calls[] = {
	SYS_brk, SYS_munmap, SYS_madvise, SYS_getrandom, SYS_futex, SYS_sched_yield,
	SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep, SYS_getcpu,
	SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
	SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_sigaltstack, SYS_restart_syscall, SYS_exit, SYS_exit_group,
	SYS_getrusage, SYS_times, SYS_sysinfo, SYS_uname, SYS_sched_getaffinity,
#ifdef SYS_time
	SYS_time,
#endif
#ifdef SYS_getrlimit
	SYS_getrlimit,
#endif
};

/* What the dynamic linker does to load a library, besides mmap and mprotect. */
static const int linker_calls[] = {
#ifdef SYS_open
	SYS_open, SYS_stat, SYS_access, SYS_readlink,
#endif
	SYS_openat, SYS_faccessat, SYS_readlinkat, SYS_getcwd, SYS_close,
};

/* Standard input is empty, standard output a pipe that must stay empty, standard error is kept. */
static const int input_calls[] = { SYS_read };
static const int output_calls[] = { SYS_write, SYS_writev };
static const int any_stream_calls[] = { SYS_lseek, SYS_fstat };
static const int to_itself[] = { SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo };
static const int for_driver[] = { SYS_pread64 };
static const int for_driver_loading[] = { SYS_seccomp };

#define EACH(i, list) (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

static void write_filter(int loading)
{
	code_length = 0;
	load_word(offsetof(struct seccomp_data, arch));
	put(BPF_JMP | BPF_JEQ | BPF_K, SYSTEM_ARCH, 1, 0);
	end_with(KILL);
	load_word(offsetof(struct seccomp_data, nr));
	for EACH(i, free_calls) {
		begin(free_calls[i]);
		finish(ALLOW);
	}
	begin(SYS_mmap); /* (at, size, protection, flags, file, offset) */
	load_word(low_of(2));
	put(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 3, 0);
	load_word(low_of(3));
	put(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1);
	end_with(ALLOW);
	if (loading)
		allow_linker();
	finish(STOP);
	begin(SYS_mprotect);
	load_word(low_of(2));
	put(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
	end_with(ALLOW);
	if (loading) /* libraries with relocations in their code */
		allow_linker();
	finish(STOP);
	begin(SYS_mremap); /* realloc does without */
	finish(SECCOMP_RET_ERRNO | ENOMEM);
	begin(SYS_rt_sigaction);
	load_word(low_of(0));
	put(BPF_JMP | BPF_JEQ | BPF_K, SIGSYS, 1, 0); /* nobody's to take, as SIGKILL */
	end_with(ALLOW);
	finish(SECCOMP_RET_ERRNO | EINVAL);
	for EACH(i, to_itself) {
		begin(to_itself[i]);
		allow_value(0, (uint32_t)self);
		finish(STOP);
	}
	for EACH(i, input_calls) {
		begin(input_calls[i]);
		allow_value(0, 0);
		allow_driver();
		if (loading)
			allow_linker();
		finish(STOP);
	}
	for EACH(i, output_calls) {
		begin(output_calls[i]);
		allow_value(0, 1);
		allow_value(0, 2);
		allow_driver();
		finish(STOP);
	}
	for EACH(i, any_stream_calls) {
		begin(any_stream_calls[i]);
		for (uint32_t file = 0; file < 3; file++)
			allow_value(0, file);
		allow_driver();
		if (loading)
			allow_linker();
		finish(STOP);
	}
	begin(SYS_newfstatat); /* of an open file, as the C library asks about its streams */
	load_word(low_of(3));
	put(BPF_JMP | BPF_JSET | BPF_K, AT_EMPTY_PATH, 0, 1);
	end_with(ALLOW);
	if (loading)
		allow_linker();
	finish(STOP);
	begin(SYS_ioctl); /* is this a terminal? */
	allow_driver();
	finish(SECCOMP_RET_ERRNO | ENOTTY);
	for EACH(i, for_driver) {
		begin(for_driver[i]);
		allow_driver();
		if (loading)
			allow_linker();
		finish(STOP);
	}
	if (loading) {
		for EACH(i, for_driver_loading) {
			begin(for_driver_loading[i]);
			allow_driver();
			finish(STOP);
		}
		for EACH(i, linker_calls) {
			begin(linker_calls[i]);
			allow_linker();
			if (linker_code.from != 0)
				end_with(STOP);
			code[opened].jf = (uint8_t)(code_length - opened - 1);
		}
	}
#ifdef SYS_setrlimit
	begin(SYS_setrlimit);
	finish(SECCOMP_RET_ERRNO | EPERM);
#endif
	begin(SYS_prlimit64); /* (process, limit, new, old) may read: new is a null pointer */
	load_word(low_of(2));
	put(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
	load_word(high_of(2));
	put(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
	end_with(ALLOW);
	finish(SECCOMP_RET_ERRNO | EPERM);
	end_with(STOP);
}

/*
 * filter puts the filter in force. SPEC_ALLOW: without it kernels before 5.16 turn off a speculation that the candidate's speed
 * depends on.
 */
static int filter(int loading)
{
	struct sock_fprog program = { .filter = code };
	long result;
	write_filter(loading);
	program.len = (unsigned short)code_length;
	result = ask(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, (long)(intptr_t)&program, 0, 0, 0);
	if (result == -EINVAL) /* Linux before 4.17 */
		result = ask(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, (long)(intptr_t)&program, 0, 0, 0);
	return result == 0;
}

#else
static int filter(int loading)
{
	(void)loading;
	return 0;
}
#endif
