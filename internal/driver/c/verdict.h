/* verdict.h: how a verdict or an error leaves the process, also from inside a signal handler. */

static void write_all(const void *data, size_t n)
{
	const char *p = data;
	while (n > 0) {
		ssize_t w = own_write(fixed.out, p, n);
		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			_exit(EXIT_BROKEN);
		p += w;
		n -= (size_t)w;
	}
}

/* report writes {"event":E,"nonce":N,"status":S,"detail":D} and may run in a signal handler. The process ends after it. */
static void report(const char *event, const char *status, const char *detail)
{
	static char line[2048];
	size_t n = 0;
	const char *parts[] = { "{\"event\":\"", event, "\",\"nonce\":\"", show_nonce(), status ? "\",\"status\":\"" : "", status ? status : "",
	                        "\",\"detail\":\"", NULL };
	for (int i = 0; parts[i]; i++) {
		memcpy(line + n, parts[i], strlen(parts[i]));
		n += strlen(parts[i]);
	}
	for (; *detail && n < sizeof line - 8; detail++) {
		if (*detail == '"' || *detail == '\\')
			line[n++] = '\\';
		line[n++] = (unsigned char)*detail < ' ' ? ' ' : *detail;
	}
	memcpy(line + n, "\"}\n", 3);
	write_all(line, n + 3);
}

/* fail ends the process with a verdict on the candidate. */
static void fail(const char *status, const char *format, ...)
{
	char detail[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(detail, sizeof detail, format, arguments);
	va_end(arguments);
	report("failure", status, detail);
	_exit(EXIT_VERDICT);
}

/* broken ends the process because of the harness, not of the candidate. */
static void broken(const char *what, const char *why)
{
	char detail[1024];
	snprintf(detail, sizeof detail, "%s: %s", what, why);
	report("error", NULL, detail);
	_exit(EXIT_BROKEN);
}

static void put_hex(char *to, const unsigned char *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		sprintf(to + 2 * i, "%02x", from[i]);
}

static const struct { int number; const char *text; } signals[] = {
	{ SIGSEGV, "signal 11 (SIGSEGV)" }, { SIGBUS, "signal 7 (SIGBUS)" }, { SIGFPE, "signal 8 (SIGFPE)" },
	{ SIGILL, "signal 4 (SIGILL)" },    { SIGABRT, "signal 6 (SIGABRT)" }, { SIGTRAP, "signal 5 (SIGTRAP)" },
	{ SIGXFSZ, "signal 25 (SIGXFSZ): tried to write a file" }, { SIGXCPU, "CPU time limit reached" },
};

enum {
	ALL_SIGNALS = sizeof signals / sizeof *signals,
	/* In sessions, where a system call per signal counts: those that decide a status here. The parent words the rest. */
	MEMORY_FAULTS = 2,
};

static int within(const char *p, const unsigned char *from, size_t n)
{
	return message_map != NULL && p >= (const char *)from && p < (const char *)from + n;
}

/* fixed_place says whether an address lies in one of the driver's sealed places. */
static int fixed_place(const char *p, const void *pages) { return p >= (const char *)pages && p < (const char *)pages + LARGEST_PAGE; }

/* beside says where in or around the driver's buffers a memory fault happened. */
static const char *beside(const char *p, const char **status)
{
	if (phase == CALLING) {
		if (within(p, message_end, fixed.page))
			return ": read past the end of the message";
		if (within(p, message_map, fixed.page))
			return ": read before the start of the message";
		if (fixed.digest && within(p, fixed.digest - GUARD - fixed.page, 2 * fixed.page + 2 * GUARD + fixed.digest_bytes + fixed.page)) {
			*status = "OVERFLOW";
			return ": wrote far outside the digest buffer";
		}
	} else if (phase == OWN) {
		if (within(p, message_map, message_capacity + 2 * fixed.page))
			return ": the message buffer is damaged";
		if (fixed.digest && within(p, fixed.digest - GUARD - fixed.page, 2 * fixed.page + 2 * GUARD + fixed.digest_bytes + fixed.page))
			return ": the digest buffer is damaged";
	}
	return "";
}

enum { ITS_END = 1 }; /* the filter's note at a call that would have killed the process itself */

/* forbidden words a signal of the filter. */
static void forbidden(char *detail, size_t n, const siginfo_t *info)
{
	int call = info->si_syscall;
#ifdef SYSTEM_ARCH
	if (info->si_arch != SYSTEM_ARCH) {
		snprintf(detail, n, "signal 31 (SIGSYS): tried to make a system call of another architecture (as int $0x80 does)");
		return;
	}
#endif
	snprintf(detail, n, "signal 31 (SIGSYS): tried to %s (system call %d)", info->si_errno == ITS_END ? "kill its own process" : deed(call), call);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	char detail[256] = "";
	const char *address = info->si_addr, *status = "CRASH", *where = "", *during = "";
	(void)context;
	if (getpid() != fixed.self)
		_exit(0); /* a forked copy of the candidate must not speak */
	for (size_t i = 0; i < ALL_SIGNALS; i++)
		if (signals[i].number == number)
			strcpy(detail, signals[i].text);
	if (number == SIGSYS)
		forbidden(detail, 160, info);
	if (number == SIGXCPU) {
		status = "TIMEOUT";
	} else if (phase == LOADING) {
		status = "LOADFAIL";
		during = " while the library was loaded";
	} else if (phase == OWN && loaded) {
		during = " in the driver's own code, after the candidate's had run";
	}
	if ((number == SIGSEGV || number == SIGBUS) && info->si_code > 0) {
		if (address < stack_top && (size_t)(stack_top - address) < stack_limit + (1u << 20))
			where = ": stack overflow";
		else if (info->si_code == SEGV_MAPERR && (uintptr_t)address < fixed.page)
			where = ": null pointer";
		else if (info->si_code == SEGV_ACCERR && (fixed_place(address, &fixed_pages) || fixed_place(address, &found)))
			where = ": wrote into the driver's own memory, which is read-only";
		else
			where = beside(address, &status);
	}
	strcat(strcat(detail, during), where);
	if (phase == OWN && !loaded)
		report("error", NULL, detail);
	else
		report("failure", status, detail);
	raise(number); /* the handler is reset and not blocked: this ends the process */
}

/* catch_forbidden takes the signal of the filter, before it is in force: it lets nobody take it later. */
static void catch_forbidden(void)
{
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_sigaction = on_signal;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
	sigaction(SIGSYS, &action, NULL);
}

/*
 * catch_signals takes the first count signals of the list, back if the candidate took them. It is
 * called when its code has been loaded and before every call that is not timed.
 */
static void catch_signals(size_t count)
{
	sigset_t none;
	static char alternate[65536];
	stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate };
	struct sigaction action;
	sigaltstack(&stack, NULL);
	memset(&action, 0, sizeof action);
	action.sa_sigaction = on_signal;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
	for (size_t i = 0; i < count; i++)
		sigaction(signals[i].number, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}
