package store

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashassay/assay/internal/archive"
)

// Bounds of paths in the store, so that it can be copied to any file system.
const (
	maxPartBytes = 255
	maxPathBytes = 1024
)

// reserved are names that mean devices on Windows, with any ending.
var reserved = strings.Fields("con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9")

// checkPortable refuses a path of the archive, clean already, that would mean
// something else on some system, that a terminal would not show as it is, or
// that a compiler would take for an option.
func checkPortable(name string) error {
	if len(name) > maxPathBytes {
		return fmt.Errorf("a path of %d bytes is too long", len(name))
	}
	if strings.ContainsRune(name, utf8.RuneError) {
		return errors.New("a name in neither UTF-8 nor GB18030")
	}
	for part := range strings.SplitSeq(name, "/") {
		stem, _, _ := strings.Cut(strings.ToLower(part), ".")
		stem = strings.TrimRight(stem, " ")
		switch {
		case len(part) > maxPartBytes:
			return fmt.Errorf("a name of %d bytes is too long", len(part))
		case strings.ContainsAny(part, `<>:"|?*\`):
			return errors.New(`a name with one of < > : " | ? * \`)
		case strings.ContainsFunc(part, func(r rune) bool { return !unicode.IsGraphic(r) }):
			return errors.New("a name with invisible characters")
		case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") || strings.HasPrefix(part, " "):
			return errors.New("a name with a space or dot at its end")
		case strings.HasPrefix(part, "-") || strings.HasPrefix(part, "@"):
			return errors.New("a name that compilers take for an option")
		}
		for _, r := range reserved {
			if stem == r {
				return errors.New("a name that Windows keeps for a device")
			}
		}
	}
	return nil
}

// spellings finds files and folders that are the same on file systems which care
// neither for case nor for the way in which characters are composed.
type spellings struct {
	seen map[string]string // folded path -> path
}

func newSpellings() *spellings { return &spellings{map[string]string{}} }

// check returns a path seen before that is the same as a part of name, spelt in another
// way, or "".
func (s *spellings) check(name string) string {
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		key := archive.Folded(name[:i])
		if first, ok := s.seen[key]; ok && first != name[:i] {
			return first
		}
		s.seen[key] = name[:i]
	}
	return ""
}

// isASCII says whether text survives every packer.
func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

// garbled says whether name can be what a packer made of want, a name with
// Chinese characters in it: the ASCII text at its begin and end is the same,
// and there is something else between.
func garbled(want, name string) bool {
	first := strings.IndexFunc(want, func(r rune) bool { return r > unicode.MaxASCII })
	if first < 0 || isASCII(name) {
		return false
	}
	last := strings.LastIndexFunc(want, func(r rune) bool { return r > unicode.MaxASCII })
	_, size := utf8.DecodeRuneInString(want[last:])
	begin, end := want[:first], want[last+size:]
	return len(name) > len(begin)+len(end) && strings.HasPrefix(name, begin) && strings.HasSuffix(name, end) &&
		!isASCII(name[len(begin):len(name)-len(end)])
}
