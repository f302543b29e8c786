package candidate

import (
	"strconv"
	"strings"
)

// positions maps the path of every key and array element of a TOML text to its
// line: "id", "instance[0]" (its header), "instance[0].name",
// "implementation[1].sources[2]".
//
// The TOML package knows the lines of keys too, but keeps one per name, so that
// of all [[instance]] tables only the last has its lines.
type positions map[string]int

// line returns the line of path, or of the closest table around it.
func (p positions) line(path string) int {
	for path != "" {
		if n, ok := p[path]; ok {
			return n
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 1
}

// locate finds the positions in text, which must be valid TOML: the TOML
// package has accepted it, so the scanner need not tell good from bad.
func locate(text string) positions {
	s := &scanner{text: text, lineNo: 1, found: positions{}, elements: map[string]int{}}
	table := ""
	for s.blank(); s.pos < len(s.text); s.blank() {
		line := s.lineNo
		if s.take("[[") {
			keys := s.key()
			parent := s.resolve("", keys[:len(keys)-1])
			list := join(parent, keys[len(keys)-1])
			table = list + index(s.elements[list])
			s.elements[list]++
			s.note(list, line)
			s.note(table, line)
			s.take("]]")
			continue
		}
		if s.take("[") {
			table = s.resolve("", s.key())
			s.note(table, line)
			s.take("]")
			continue
		}
		s.pair(table)
	}
	return s.found
}

type scanner struct {
	text     string
	pos      int
	lineNo   int
	found    positions
	elements map[string]int // number of [[tables]] seen, by path of the list
}

func join(parent, key string) string {
	if parent == "" {
		return key
	}
	return parent + "." + key
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// note records the first line on which path occurs.
func (s *scanner) note(path string, line int) {
	if _, seen := s.found[path]; !seen {
		s.found[path] = line
	}
}

// resolve follows keys from parent; a name of [[tables]] means the last one.
func (s *scanner) resolve(parent string, keys []string) string {
	for _, k := range keys {
		parent = join(parent, k)
		if n := s.elements[parent]; n > 0 {
			parent += index(n - 1)
		}
	}
	return parent
}

// pair reads key = value inside table.
func (s *scanner) pair(table string) {
	line := s.lineNo
	path := table
	for _, k := range s.key() {
		path = join(path, k)
		s.note(path, line)
	}
	s.take("=")
	s.blank()
	s.value(path)
}

func (s *scanner) value(path string) {
	switch {
	case s.take(`"""`):
		s.until(`"""`, true)
		for s.pos < len(s.text) && s.text[s.pos] == '"' { // up to two quotes may stand before the closing three
			s.pos++
		}
	case s.take(`'''`):
		s.until(`'''`, false)
		for s.pos < len(s.text) && s.text[s.pos] == '\'' {
			s.pos++
		}
	case s.take(`"`):
		s.until(`"`, true)
	case s.take(`'`):
		s.until(`'`, false)
	case s.take("["):
		for i := 0; ; i++ {
			s.blank()
			if s.take("]") || s.pos >= len(s.text) {
				return
			}
			s.note(path+index(i), s.lineNo)
			s.value(path + index(i))
			s.blank()
			s.take(",")
		}
	case s.take("{"):
		for {
			s.blank()
			if s.take("}") || s.pos >= len(s.text) {
				return
			}
			s.pair(path)
			s.blank()
			s.take(",")
		}
	default: // number, boolean or time: up to what can follow a value
		if n := strings.IndexAny(s.text[s.pos:], ",]}#\r\n"); n > 0 {
			s.pos += n
		} else {
			s.pos = len(s.text)
		}
	}
}

// key reads a dotted key and stops at what follows it.
func (s *scanner) key() []string {
	var parts []string
	for {
		s.blank()
		start := s.pos
		switch {
		case s.take(`"`):
			s.until(`"`, true)
			parts = append(parts, s.text[start+1:s.pos-1])
		case s.take(`'`):
			s.until(`'`, false)
			parts = append(parts, s.text[start+1:s.pos-1])
		default:
			n := strings.IndexAny(s.text[s.pos:], " \t.=]")
			if n < 0 {
				n = len(s.text) - s.pos
			}
			s.pos += n
			parts = append(parts, s.text[start:s.pos])
		}
		s.blank()
		if !s.take(".") {
			return parts
		}
	}
}

// take skips token if it comes next.
func (s *scanner) take(token string) bool {
	if strings.HasPrefix(s.text[s.pos:], token) {
		s.pos += len(token)
		return true
	}
	return false
}

// until skips to behind the closing quotes, counting lines.
func (s *scanner) until(quotes string, escapes bool) {
	for s.pos < len(s.text) && !s.take(quotes) {
		if escapes && s.text[s.pos] == '\\' {
			s.pos++
		}
		if s.pos < len(s.text) {
			s.step()
		}
	}
}

func (s *scanner) step() {
	if s.text[s.pos] == '\n' {
		s.lineNo++
	}
	s.pos++
}

// blank skips white space and comments.
func (s *scanner) blank() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.step()
		case '#':
			if n := strings.IndexByte(s.text[s.pos:], '\n'); n >= 0 {
				s.pos += n
			} else {
				s.pos = len(s.text)
			}
		default:
			return
		}
	}
}
