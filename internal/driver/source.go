package driver

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed c/driver.c c/*.h
var cSource embed.FS

// Source returns the text of the C driver: one file of C99 and POSIX (with GNU
// extensions of the library), to be linked with -ldl. It is driver.c with its own headers put in
// place of their include directives; #line directives keep the compiler's messages true.
func Source() []byte {
	var b bytes.Buffer
	expand(&b, "driver.c")
	return b.Bytes()
}

// MemorySource returns the text of the C driver that counts memory: Source with mode memory and with allocation functions of
// its own. It is another program, because counting takes time, which must not be in a trial.
func MemorySource() []byte {
	return append([]byte("#define COUNT_MEMORY\n"), Source()...)
}

func expand(b *bytes.Buffer, name string) {
	text, err := fs.ReadFile(cSource, "c/"+name)
	if err != nil {
		panic("driver: " + err.Error()) // embedded: cannot happen
	}
	fmt.Fprintf(b, "#line 1 %q\n", name)
	for i, line := range strings.SplitAfter(string(text), "\n") {
		if included, ok := strings.CutPrefix(strings.TrimSpace(line), `#include "`); ok {
			expand(b, strings.TrimSuffix(included, `"`))
			fmt.Fprintf(b, "#line %d %q\n", i+2, name)
			continue
		}
		b.WriteString(line)
	}
}
