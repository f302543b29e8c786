package archive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/unicode/norm"
)

// Bounds of names, far above those of file systems (4096 and 255 bytes).
const (
	maxNameBytes = 4096
	maxNameDepth = 64
)

// decode reads the bytes of a name as text: as UTF-8 where they are, else as
// GB18030, the superset of GBK in which Chinese Windows packs. Bytes that are neither
// become U+FFFD. A name marked as UTF-8 is never read as anything else.
func decode(stored string, isUTF8 bool) string {
	if utf8.ValidString(stored) {
		return stored
	}
	if !isUTF8 {
		if text, err := simplifiedchinese.GB18030.NewDecoder().String(stored); err == nil {
			return text
		}
	}
	return strings.ToValidUTF8(stored, "\ufffd")
}

// clean makes a slash path of a decoded name, without empty and "." parts, in
// normal form C, since macOS packs decomposed names. Backslashes separate, as on the
// systems that write them; they are looked for in the text, since GBK
// has the same byte inside of characters. Names that lead elsewhere are refused.
func clean(stored, text string) (string, error) {
	switch {
	case len(stored) > maxNameBytes:
		return "", refuse(stored, "a name of %d bytes", len(stored))
	case strings.ContainsRune(text, 0):
		return "", refuse(stored, "a name with a zero byte")
	}
	text = strings.ReplaceAll(text, `\`, "/")
	if strings.HasPrefix(text, "/") || len(text) > 1 && text[1] == ':' && isLetter(text[0]) {
		return "", refuse(stored, "an absolute path")
	}
	var parts []string
	for part := range strings.SplitSeq(text, "/") {
		switch part {
		case "", ".":
		case "..":
			return "", refuse(stored, "a path with '..'")
		default:
			parts = append(parts, norm.NFC.String(part))
		}
	}
	if len(parts) > maxNameDepth {
		return "", refuse(stored, "a path of more than %d folders", maxNameDepth)
	}
	return strings.Join(parts, "/"), nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// names finds entries that are the same file on some file system.
type names struct {
	files   map[string]string // folded path -> stored name
	folders map[string]string // folded path -> stored name of something in it
	cost    *cost
}

func newNames(c *cost) *names {
	return &names{map[string]string{}, map[string]string{}, c}
}

// Folded is a path as file systems compare it that care neither for case nor for
// the way in which characters are composed.
func Folded(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) {
		return strings.ToLower(name)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(name)))
}

// add notes an entry; name is clean. Folders may be named again and again.
func (n *names) add(stored, name string, folder bool) error {
	key := Folded(name)
	if strings.ContainsRune(name, utf8.RuneError) {
		key = stored // what is not text is told apart by its bytes
	}
	if first, taken := n.files[key]; taken {
		return refuse(stored, "is the same as entry %q on some file systems", shortened(first))
	}
	if first, taken := n.folders[key]; taken && !folder {
		return refuse(stored, "is a file, and also the folder of entry %q", shortened(first))
	}
	for up := parent(key); up != ""; up = parent(up) {
		if first, taken := n.files[up]; taken {
			return refuse(stored, "lies in entry %q, which is a file", shortened(first))
		}
		if _, seen := n.folders[up]; seen {
			break // and so are those above it
		}
		if err := n.cost.enterFolder(); err != nil {
			return err
		}
		n.folders[up] = stored
	}
	if folder {
		n.folders[key] = stored
	} else {
		n.files[key] = stored
	}
	return nil
}

func parent(key string) string {
	if i := strings.LastIndexByte(key, '/'); i > 0 {
		return key[:i]
	}
	return ""
}
