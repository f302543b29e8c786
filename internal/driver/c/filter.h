/*
 * filter.h: the seccomp filter, a list of the system calls that may be made; everything else raises SIGSYS, whose handler
 * (verdict.h) says what was tried. It is in force in two steps: before the library is loaded the dynamic linker, and
 * nobody else, may open and map files; afterwards nobody may. What belongs to the protocol and to the counter, only the
 * driver's own instructions may do.
 *
 * An instruction's address says only whose instruction it is: a constructor can jump to it. So the linker may make nothing
 * executable but files as they are, and the driver may put nothing in force but the second step as it was written.
 * No mapping can be moved. What is mapped before, seal.h keeps from being replaced.
 */
#include <sys/auxv.h>

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
			fixed.driver_code.from = from;
			fixed.driver_code.to = from + p->p_memsz;
		} else if (object->dlpi_addr != 0 && object->dlpi_addr == getauxval(AT_BASE)) {
			fixed.linker_code.from = from;
			fixed.linker_code.to = from + p->p_memsz;
		}
	}
	*(int *)first = 0;
	return 0;
}

#ifdef SYSTEM_ARCH

static struct sock_filter *code; /* that is being written */
static size_t code_length, opened; /* opened: the jump of the rule that is being written */

enum { ALLOW = SECCOMP_RET_ALLOW, STOP = SECCOMP_RET_TRAP };

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

static void allow_driver(void) { allow_from(fixed.driver_code.from, fixed.driver_code.to); }

/* allow_linker: where the linker is not known, everybody, and only Landlock and the new root stand between a constructor and files. */
static void allow_linker(void)
{
	if (fixed.linker_code.from == 0)
		end_with(ALLOW);
	else
		allow_from(fixed.linker_code.from, fixed.linker_code.to);
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
static const struct { int call, signal; } to_itself[] = { /* signal: which argument it is */
	{ SYS_kill, 1 }, { SYS_tkill, 1 }, { SYS_tgkill, 2 }, { SYS_rt_sigqueueinfo, 1 }, { SYS_rt_tgsigqueueinfo, 2 },
};
static const int for_driver[] = { SYS_pread64 };

#define EACH(i, list) (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

static void write_filter(int loading)
{
	code = fixed.steps[!loading];
	code_length = 0;
	load_word(offsetof(struct seccomp_data, arch));
	put(BPF_JMP | BPF_JEQ | BPF_K, SYSTEM_ARCH, 1, 0);
	end_with(STOP);
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
	if (loading) { /* code, of a file and as it is there: also the linker's instruction may make no other */
		load_word(low_of(2));
		put(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 4);
		put(BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 2, 0);
		load_word(low_of(3));
		put(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS | MAP_SHARED, 0, 1);
		end_with(STOP);
		allow_linker();
	}
	finish(STOP);
	begin(SYS_mprotect);
	load_word(low_of(2));
	put(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
	end_with(ALLOW);
	if (loading && fixed.text_relocations) /* the linker opens the code for writing while it is executable */
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
		begin(to_itself[i].call);
		load_word(low_of(to_itself[i].signal));
		put(BPF_JMP | BPF_JEQ | BPF_K, SIGKILL, 0, 1); /* would look as if somebody else had sent it */
		end_with(STOP | ITS_END);
		allow_value(0, (uint32_t)fixed.self);
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
		begin(SYS_seccomp); /* (operation, flags, program): the second step, and nothing else, whoever asks for it */
		load_word(low_of(0));
		put(BPF_JMP | BPF_JEQ | BPF_K, SECCOMP_SET_MODE_FILTER, 0, 6);
		load_word(low_of(1));
		put(BPF_JMP | BPF_JSET | BPF_K, ~(uint32_t)SECCOMP_FILTER_FLAG_SPEC_ALLOW, 4, 0);
		load_word(low_of(2));
		put(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(uintptr_t)&fixed.programs[1], 0, 2);
		load_word(high_of(2));
		put(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)((uint64_t)(uintptr_t)&fixed.programs[1] >> 32), 1, 0);
		end_with(STOP);
		allow_driver();
		finish(STOP);
		begin(SYS_mseal);
		allow_driver();
		finish(STOP);
		for EACH(i, linker_calls) {
			begin(linker_calls[i]);
			allow_linker();
			if (fixed.linker_code.from != 0)
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

/* write_filters writes both steps where they are fixed with the rest. */
static void write_filters(void)
{
	for (int step = 0; step < 2; step++) {
		write_filter(step == 0);
		fixed.programs[step].filter = code;
		fixed.programs[step].len = (unsigned short)code_length;
	}
}

/*
 * filter puts a step of the filter in force. SPEC_ALLOW: without it kernels before 5.16 turn off a speculation that the
 * candidate's speed depends on.
 */
static int filter(int step)
{
	const long program = (long)(intptr_t)&fixed.programs[step];
	long result = ask(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, program, 0, 0, 0);
	if (result == -EINVAL) /* Linux before 4.17 */
		result = ask(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program, 0, 0, 0);
	return result == 0;
}

#else
static void write_filters(void) { }
static int filter(int step)
{
	(void)step;
	return 0;
}
#endif
