package host

import (
	"strings"
	"testing"
)

func TestExplainCounter(t *testing.T) {
	for _, test := range []struct {
		name                     string
		errno                    int
		cycles, enabled, running uint64
		text, mend               string // contained; mend "": none
	}{
		{"usable", 0, 1000, 500, 500, "", ""},
		{"EACCES", 13, 0, 0, 0, "perf_event_paranoid must be 2 or lower", "sudo sysctl kernel.perf_event_paranoid=2"},
		{"EPERM", 1, 0, 0, 0, "container or by a seccomp policy", "--cap-add PERFMON"},
		{"ENOENT", 2, 0, 0, 0, "no hardware cycle counter (ENOENT): usual in virtual machines", ""},
		{"EOPNOTSUPP", 95, 0, 0, 0, "no hardware cycle counter (EOPNOTSUPP)", ""},
		{"ENODEV", 19, 0, 0, 0, "no hardware cycle counter (ENODEV)", ""},
		{"ENOSYS", 38, 0, 0, 0, "no perf events (ENOSYS)", ""},
		{"EBUSY", 16, 0, 0, 0, "taken (EBUSY)", "kernel.nmi_watchdog=0"},
		{"EMFILE", 24, 0, 0, 0, "no file descriptor is left", "ulimit -n"},
		{"ENOMEM", 12, 0, 0, 0, "no memory is left", ""},
		{"EINVAL", 22, 0, 0, 0, "does not know this kind of counter (EINVAL)", ""},
		{"E2BIG", 7, 0, 0, 0, "does not know this kind of counter (E2BIG)", ""},
		{"other", 5, 0, 0, 0, "error 5 of perf_event_open", ""},
		{"reads 0", 0, 0, 500, 500, "opened but reads 0", ""},
		{"reads 0 without times", 0, 0, 0, 0, "opened but reads 0", ""},
		{"never ran", 0, 0, 500, 0, "never ran", "kernel.nmi_watchdog=0"},
		{"multiplexed", 0, 1000, 500, 300, "ran for 60.0 % of the time only: its reading would be an estimate by scaling, so it is not used", "kernel.nmi_watchdog=0"},
	} {
		text, mend := ExplainCounter(test.errno, test.cycles, test.enabled, test.running)
		if (text == "") != (test.text == "") || !strings.Contains(text, test.text) {
			t.Errorf("%s: got %q, want %q in it", test.name, text, test.text)
		}
		if joined := strings.Join(mend, "; "); (joined == "") != (test.mend == "") || !strings.Contains(joined, test.mend) {
			t.Errorf("%s: mend is %q, want %q in it", test.name, mend, test.mend)
		}
	}
}
