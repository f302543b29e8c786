/* a driver without a filter that makes its parent its tracer and stops, twice */
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	printf("{\"event\":\"hello\",\"protocol\":2,\"driver\":\"c\",\"mode\":\"%s\"}\n{\"event\":\"ready\"}\n", argc > 1 ? argv[1] : "");
	fflush(stdout);
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
		return 9;
	raise(SIGSTOP);
	for (;;)
		pause();
}
