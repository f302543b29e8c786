/* verdict.h: how a verdict or an error leaves the process, also from inside a signal handler. */

static void write_all(const void *data, size_t n)
{
	const char *p = data;
	while (n > 0) {
		ssize_t w = write(out, p, n);
		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			_exit(EXIT_BROKEN);
		p += w;
		n -= (size_t)w;
	}
}

/* report writes {"event":E,"status":S,"detail":D} and may run in a signal handler. */
static void report(const char *event, const char *status, const char *detail)
{
	static char line[2048];
	size_t n = 0;
	const char *parts[] = { "{\"event\":\"", event, status ? "\",\"status\":\"" : "", status ? status : "",
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

static int within(const char *p, const unsigned char *from, size_t n)
{
	return message_map != NULL && p >= (const char *)from && p < (const char *)from + n;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	char detail[256] = "";
	const char *address = info->si_addr, *status = "CRASH", *where = "", *during = "";
	(void)context;
	if (getpid() != self)
		_exit(0); /* a forked copy of the candidate must not speak */
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (signals[i].number == number)
			strcpy(detail, signals[i].text);
	if (number == SIGXCPU) {
		status = "TIMEOUT";
	} else if (phase == LOADING) {
		status = "LOADFAIL";
		during = " while the library was loaded";
	}
	if ((number == SIGSEGV || number == SIGBUS) && info->si_code > 0) {
		if (within(address, message_end, page))
			where = ": read past the end of the message";
		else if (within(address, message_map, page))
			where = ": read before the start of the message";
		else if (digest && within(address, digest - GUARD - page, 2 * page + 2 * GUARD + digest_bytes + page))
			status = "OVERFLOW", where = ": wrote far outside the digest buffer";
		else if (address < stack_top && (size_t)(stack_top - address) < stack_limit + (1u << 20))
			where = ": stack overflow";
		else if (info->si_code == SEGV_MAPERR && (uintptr_t)address < page)
			where = ": null pointer";
	}
	strcat(strcat(detail, during), where);
	if (phase == OWN)
		report("error", NULL, detail);
	else
		report("failure", status, detail);
	raise(number); /* the handler is reset and not blocked: this ends the process */
}

static void catch_signals(void)
{
	static char alternate[65536];
	stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate };
	struct sigaction action;
	sigaltstack(&stack, NULL);
	memset(&action, 0, sizeof action);
	action.sa_sigaction = on_signal;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i].number, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}
