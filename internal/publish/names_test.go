package publish

import "testing"

func TestNames(t *testing.T) {
	n := names{hosts: []string{"vm", "localhost"}, users: []string{"ann", "root"}, allowed: []string{"lab"}}
	for _, text := range []string{
		"", "/ pseudoXOF", "MB/s", "kat/hash-12/x.log", "../exports.map", "-Wl,--version-script=../exports.map", "KAT_2_12/2_23",
		"/usr/include/stdio.h:3: warning", "/sys/devices/system/cpu/cpu0", "gcc (Debian 12.2.0-14+deb12u1) 12.2.0",
		"https://www.niccs.org.cn/niccs/x.html", "vms, kvm, a-vm, vm_1 and planned annual", "run as root on localhost", "<b>/>", "1/2 /2",
	} {
		if err := n.check(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"/home/x":                 `local absolute path "/home/x"`,
		"/tmp":                    `local absolute path "/tmp"`,
		"see (/opt/a b)":          `local absolute path "/opt/a"`,
		"--sysroot=/opt/arm":      `local absolute path "/opt/arm"`,
		"-L/opt/arm":              `local absolute path "/opt/arm"`,
		"file:///home/x":          `local absolute path "/home/x"`,
		"PATH=/usr/bin:/home/bin": `local absolute path "/home/bin"`,
		"/usr/../home/x":          `local absolute path "/usr/../home/x"`,
		`"D:/work/x"`:             `local absolute path "D:/work/x"`,
		`\\server\share\x`:        `local absolute path "\\\\server\\share\\x"`,
		"on vm.":                  `host name "vm"`,
		"kvm, vm":                 `host name "vm"`,
		"ann@lab":                 `user name "ann"`,
	} {
		if err := n.check(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestRelative(t *testing.T) {
	n := names{runs: []string{"/a/run"}}
	for text, want := range map[string]string{
		"/a/run/lib/x.so":              "lib/x.so",
		"target=/a/run/x -I/a/run/c99": "target=x -Ic99",
		"cd /a/run":                    "cd .",
		"/a/run2/x":                    "/a/run2/x",
		"/b/a/run/x":                   "/b/a/run/x",
		"/a/run/a/run":                 "a/run",
		"'/a/run/x','/a/run/y'":        "'x','y'",
	} {
		if got := n.relative(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
