package toolchain

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// bare is assembly that says nothing about the stack.
const bare = ".text\n.globl helper\n.hidden helper\nhelper: ret\n"

// calls is a candidate that calls helper, of a file beside it.
const calls = signature + ";\nvoid helper(void);\n" + signature + "\n{\n    helper();\n    digest[0] = len ? msg[0] : 0;\n    return bits == 0;\n}\n"

// nested is a candidate that takes the address of a function inside a function.
const nested = signature + ";\nvoid helper(void);\nstatic int twice(int (*f)(void)) { return f() + f(); }\n" + signature +
	"\n{\n    int one(void) { return digest[0] += msg[0]; }\n    int (*volatile f)(void) = one;\n    helper();\n    return len ? bits * 0 * twice(f) : 0;\n}\n"

// Assembly that forgot to say that it needs no executable stack does not get one; what needs one is left as it is, for the driver to refuse.
func TestExecutableStack(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("ret is no instruction here")
	}
	c := gcc(t)
	for _, v := range []struct {
		name, c, assembly string
		flags             FlagSet
		wants, told       bool // an executable stack; the linker not to ask for one
	}{
		{"assembly that says nothing", calls, bare, Guide, false, true},
		{"assembly that says no", calls, bare + ".section .note.GNU-stack,\"\",%progbits\n", Guide, false, false},
		{"assembly that says yes", calls, bare + ".section .note.GNU-stack,\"x\",%progbits\n", Guide, true, false},
		{"nested functions", nested, bare + ".section .note.GNU-stack,\"\",%progbits\n", Default, true, false},
		{"both", nested, bare, Default, true, false},
	} {
		t.Run(v.name, func(t *testing.T) {
			lib := mustBuild(t, c, candidateOf(fstest.MapFS{"x.c": {Data: []byte(v.c)}, "y.S": {Data: []byte(v.assembly)}}, "x.c", "y.S"), v.flags)
			wants, err := wantsExecutableStack(lib.Path)
			if err != nil || wants != v.wants {
				t.Errorf("asks for an executable stack: %v, %v; want %v", wants, err, v.wants)
			}
			if told := slices.Contains(lib.Command, noExecutableStack); told != v.told {
				t.Errorf("%s in the command: %v, want %v", noExecutableStack, told, v.told)
			}
			if log := read(t, lib.Log); strings.Contains(log, noExecutableStack) != v.told {
				t.Errorf("the log is of another command:\n%s", log)
			}
		})
	}
}

// The limit on the size of files is named as what it is.
func TestFileLimitIsNamed(t *testing.T) {
	old := limits
	limits.File = 1 << 20
	t.Cleanup(func() { limits = old })
	be := mustFail(t, gcc(t), one("unsigned char table[1 << 22] = { 1 };\n"+plain), Default)
	if want := fmt.Sprintf("a file of the compiler's was to be larger than %d bytes, the limit around it", limits.File); !strings.Contains(be.First, want) {
		t.Errorf("first error %q, want %q; log:\n%s", be.First, want, read(t, be.Log))
	}
}
