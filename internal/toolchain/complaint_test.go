package toolchain

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestFirstError(t *testing.T) {
	for _, c := range []struct{ output, want string }{
		{"a.c:1:2: warning: x\na.c:3:4: error: y\na.c:5:6: error: z\n", "a.c:3:4: error: y"},
		{"a.c: Assembler messages:\na.c:7: Error: file not found: /etc/x\n", "a.c:7: Error: file not found: /etc/x"},
		{"/tmp/cc.s: Fatal error: can't write 8 bytes\n", "/tmp/cc.s: Fatal error: can't write 8 bytes"},
		{"/usr/bin/ld: x.o: warning: old\n/usr/bin/ld: x.o: relocation R can not be used\ncollect2: error: ld returned 1 exit status\n", "/usr/bin/ld: x.o: relocation R can not be used"},
		{"/usr/bin/ld: warning: x\ncollect2: error: ld returned 1 exit status\n", "collect2: error: ld returned 1 exit status"},
		{"x.o: in function `f':\nx.c:(.text+0x7): undefined reference to `g'\ncollect2: error: ld returned 1 exit status\n", "x.c:(.text+0x7): undefined reference to `g'"},
		{"gcc: internal compiler error: CPU time limit exceeded signal terminated program cc1\n",
			"the compiler took more than the 600 s of CPU time that it may: gcc: internal compiler error: CPU time limit exceeded signal terminated program cc1"},
		{"cc1: out of memory allocating 65536 bytes after a total of 1 bytes\n", "the compiler has 4 GiB of memory at most: cc1: out of memory allocating 65536 bytes after a total of 1 bytes"},
		{"a.c:1:2: error: #error \x1b[31m\x1b]0;title\a \xff\n", `a.c:1:2: error: #error \u001b[31m\u001b]0;title\u0007 \xff`},
		{"something else\n\n", "something else"},
		{"", ""},
	} {
		if got := firstError(c.output); got != c.want {
			t.Errorf("%q: %q, want %q", c.output, got, c.want)
		}
	}
}

// What a compiler quotes of a source is not obeyed by a terminal that shows the error or the log; what its assembler
// and linker say is found.
func TestForeignWords(t *testing.T) {
	for _, x := range []struct{ source, want string }{
		{"#error \x1b[31m\x1b]0;title\a \u009b \u202e \xff\n", "error: #error"},
		{plain + "__asm__(\".incbin \\\"nothing.bin\\\"\");\n", "Error: file not found: nothing.bin"},
		{plain + "__asm__(\".error \\\"\x1b[31m\\\"\");\n", "rror: "},
		{plain + "extern int f(void) __asm__(\"\x1b[31m\x1b]0;title\a\xff\");\nint g(void) { return f(); }\n", ""}, // for the linker: on some systems it builds
	} {
		c, dir := gcc(t), t.TempDir()
		_, err := c.Build(t.Context(), one(x.source), Guide, dir)
		if err == nil && x.want == "" {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), x.want) || strings.ContainsFunc(err.Error(), dangerous) || strings.Contains(err.Error(), "exit status") {
			t.Errorf("%q: error %q, want %q in it", x.source, err, x.want)
		}
		logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
		for _, l := range logs {
			if text := read(t, l); strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), dangerous) {
				t.Errorf("%q: the log is %q", x.source, text)
			}
		}
	}
}

func dangerous(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == '\uFFFD' }
