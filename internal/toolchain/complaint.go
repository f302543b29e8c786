package toolchain

import (
	"fmt"
	"strings"

	"github.com/hashassay/assay/internal/visible"
)

// firstError returns the first line of a compiler's output that tells of an
// error, in one line of plain text; the last line if none looks like it. Where the line
// is the consequence of a limit that we set, it says so first.
func firstError(output string) string {
	linker, last := "", ""
	for line := range strings.Lines(output) {
		line = visible.Line(line)
		switch {
		case strings.HasPrefix(line, "collect2: error: ") && linker != "":
			return linker // gcc's word for what its linker has said
		case tellsOfError(line):
			return ourLimit(line) + line
		case fromLinker(line):
			linker = line
		}
		if line != "" {
			last = line
		}
	}
	return ourLimit(last) + last
}

// tellsOfError knows the words of gcc and clang ("x.c:1:2: error: ", "fatal error: ",
// "internal compiler error: "), of the assembler ("/tmp/x.s:3: Error: ", "Fatal error: ")
// and of the linker ("undefined reference to").
func tellsOfError(line string) bool {
	return strings.Contains(strings.ToLower(line), "error: ") || strings.Contains(line, "undefined reference")
}

// fromLinker knows messages of the linker, which has no word for errors, but for its warnings.
func fromLinker(line string) bool {
	program, rest, ok := strings.Cut(line, ": ")
	return ok && strings.HasSuffix(program, "ld") && !strings.HasPrefix(rest, "warning: ") && !strings.HasPrefix(rest, "NOTE: ")
}

// ourLimit says which of our own limits a message is about; "" for other messages. gcc calls
// a pass of its own that met one an internal error, as if it had a bug.
func ourLimit(line string) string {
	for _, l := range []struct{ says, limit string }{
		{"CPU time limit exceeded", fmt.Sprintf("the compiler took more than the %d s of CPU time that it may: ", limits.CPUSeconds)},
		{"out of memory", fmt.Sprintf("the compiler has %d GiB of memory at most: ", limits.Memory>>30)},
		{"memory exhausted", fmt.Sprintf("the compiler has %d GiB of memory at most: ", limits.Memory>>30)},
	} {
		if strings.Contains(line, l.says) {
			return l.limit
		}
	}
	return ""
}
