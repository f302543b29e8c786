package store

import (
	"bytes"
	"regexp"
)

// includeLine is a line that includes a file by name. Names that macros make
// are not found; a file that is missing then is a compiler's error, later.
var includeLine = regexp.MustCompile(`^\s*#\s*(?:include|include_next|import)\s*["<]([^">]+)[">]`)

// includes finds the names that C code includes, while it is written through.
type includes struct {
	names []string
	line  []byte
	long  bool // the line is no such line, whatever follows
}

// maxIncludeLine is more than a line with an include can have.
const maxIncludeLine = 4096

// maxIncludes is more than a file can need to include.
const maxIncludes = 10_000

// Write implements io.Writer.
func (s *includes) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		part, rest, ended := bytes.Cut(p, []byte("\n"))
		if len(s.line)+len(part) > maxIncludeLine {
			s.long = true
		}
		if !s.long {
			s.line = append(s.line, part...)
		}
		if ended {
			s.endLine()
		}
		p = rest
	}
	return n, nil
}

// endLine looks at the line that was gathered.
func (s *includes) endLine() {
	if !s.long && len(s.names) < maxIncludes && bytes.IndexByte(s.line, '#') >= 0 {
		if m := includeLine.FindSubmatch(s.line); m != nil {
			s.names = append(s.names, string(m[1]))
		}
	}
	s.line, s.long = s.line[:0], false
}
