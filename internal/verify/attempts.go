package verify

import (
	"bytes"
	"fmt"
	"io/fs"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/strictjson"
)

// lines reads a file of attempts, one JSON value a line, and notes what is
// wrong with its JSON.
func (c *checker) lines(n *notes, reader *strictjson.Reader) (attempts []evidence.Attempt, ok bool) {
	data, err := fs.ReadFile(c.files, n.file)
	if err != nil {
		n.wrong("", "not readable", "%v", err)
		return nil, false
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	if len(whole) < len(data) {
		n.doubt("", "a last line without its end", "whole lines: a crash cut it short, and nothing reads it")
	}
	ok = true
	for i, line := range bytes.Split(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n")) {
		if len(whole) == 0 {
			break
		}
		where := fmt.Sprintf("line %d: ", i+1)
		a := evidence.Attempt{}
		missing, readable := decode(reader, n, where, line, &a)
		for _, key := range missing {
			n.wrong(key, "nothing", "an attempt has this key")
		}
		switch {
		case !readable:
			ok = false
		case (a.Trial == nil) == (a.Failure == nil):
			n.wrong(where, "neither a trial nor a failure", "one of them")
			ok = false
		}
		attempts = append(attempts, a)
	}
	return attempts, ok
}
