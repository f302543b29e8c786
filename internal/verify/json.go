package verify

import (
	"io/fs"
	"strings"

	"github.com/hashassay/assay/internal/localpath"
	"github.com/hashassay/assay/internal/strictjson"
)

// readJSON reads a file into v and notes what is wrong with its JSON. missing are the
// paths of the keys that it lacks. ok is false if nothing can be said about the
// file's content: it is not readable, no JSON, or some value is of the wrong type.
func (c *checker) readJSON(reader *strictjson.Reader, n *notes, v any) (missing []string, ok bool) {
	data, err := fs.ReadFile(c.files, n.file)
	if err != nil {
		n.wrong("", "not readable", "%v", err)
		return nil, false
	}
	if len(strings.TrimSpace(string(data))) == 0 {
		n.wrong("", "an empty file", "JSON belongs here")
		return nil, false
	}
	return decode(reader, n, "", data, v)
}

// decode is readJSON for data of a file; where names the part of the file.
func decode(reader *strictjson.Reader, n *notes, where string, data []byte, v any) (missing []string, ok bool) {
	reader.Text = func(path func() string, text string) {
		if !strings.ContainsAny(text, `/\`) {
			return
		}
		if p := localpath.First(text); p != "" && path() != "assay.only" { // that is a pattern, not a path
			n.wrong(where+path(), p, "a path of the machine that measured: a dataset names files relative to itself")
		}
	}
	ok = true
	for _, p := range reader.Read(data, v) {
		field := where + p.Path
		switch p.Kind {
		case strictjson.Syntax:
			n.wrong(where, "JSON that ends being JSON", "line %d: %s", p.Line, p.Text)
			ok = false
		case strictjson.Duplicate:
			n.wrong(field, "the key twice", "line %d: a key stands in an object once; readers differ in which of two values they take", p.Line)
		case strictjson.Case:
			n.wrong(field, "the key in other capitals", "line %d: %s, and some readers take it for that", p.Line, p.Text)
		case strictjson.Unknown:
			n.doubt(field, "a key of its own", "line %d: neither schema 2 nor assay has this key, so nothing is checked about it", p.Line)
		case strictjson.Missing:
			missing = append(missing, field)
		default: // Null, WrongType, NotFinite, Encoding
			n.wrong(field, p.Text, "line %d: the schema wants another value here", p.Line)
			ok = false
		}
	}
	return missing, ok
}
