package strictjson

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// literal reads a word.
func (r *Reader) literal(word string) error {
	if end := r.pos + len(word); end <= len(r.data) && string(r.data[r.pos:end]) == word {
		r.pos = end
		return nil
	}
	if len(r.data)-r.pos < len(word) {
		r.pos = len(r.data)
	}
	return r.unexpected(word)
}

func (r *Reader) boolean(word string, s *shape, dst reflect.Value) error {
	if err := r.literal(word); err != nil {
		return err
	}
	switch {
	case s == nil:
	case s.kind != reflect.Bool:
		r.report(WrongType, word+" where "+s.expected()+" is expected")
	default:
		dst.SetBool(word == "true")
	}
	return nil
}

func (r *Reader) stringValue(s *shape, dst reflect.Value) error {
	text, err := r.text()
	if err != nil {
		return err
	}
	if r.Text != nil {
		r.Text(func() string { return pathOf(r.path) }, text)
	}
	switch {
	case s == nil:
	case s.kind != reflect.String:
		r.report(WrongType, fmt.Sprintf("the string %.40q where %s is expected", text, s.expected()))
	default:
		dst.SetString(text)
	}
	return nil
}

// text reads a string.
func (r *Reader) text() (string, error) {
	start := r.pos + 1
	escaped, ascii := false, true
	for i := start; i < len(r.data); i++ {
		switch c := r.data[i]; {
		case c == '"':
			r.pos = i + 1
			if escaped {
				return r.unescape(r.data[start-1 : i+1])
			}
			if !ascii && !utf8.Valid(r.data[start:i]) {
				r.report(Encoding, "text that is not UTF-8")
			}
			return r.known(r.data[start:i]), nil
		case c == '\\':
			escaped = true
			i++ // whatever comes next does not end the string
		case c < ' ':
			r.pos = i
			return "", r.unexpected("text without control characters")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	r.pos = len(r.data)
	return "", r.unexpected("the end of a string")
}

// unescape reads a string with escape sequences.
func (r *Reader) unescape(quoted []byte) (string, error) {
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		return "", r.syntax("the string %.40s: %v", quoted, err)
	}
	if !utf8.Valid(quoted) {
		r.report(Encoding, "text that is not UTF-8")
	}
	return text, nil
}

// known returns the string, one that was read before if possible.
func (r *Reader) known(b []byte) string {
	if s, ok := r.seen[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(r.seen) < maxSeen {
		r.seen[s] = s
	}
	return s
}

// notFinite are the words that writers of other languages use for what is no number.
var notFinite = []string{"NaN", "Infinity", "-Infinity"}

func (r *Reader) number(s *shape, dst reflect.Value) error {
	for _, word := range notFinite {
		if end := r.pos + len(word); end <= len(r.data) && string(r.data[r.pos:end]) == word {
			r.report(NotFinite, word+" is not a number of JSON")
			r.pos = end
			return nil
		}
	}
	start := r.pos
	whole, ok := r.digits()
	if !ok {
		return r.unexpected("a digit")
	}
	text := r.data[start:r.pos]
	if s == nil {
		return nil
	}
	var err error
	switch s.kind {
	case reflect.Float64:
		var x float64
		if x, err = strconv.ParseFloat(string(text), 64); err == nil || !math.IsInf(x, 0) {
			dst.SetFloat(x)
			return nil
		}
	case reflect.Int, reflect.Int64:
		var n int64
		if n, err = strconv.ParseInt(string(text), 10, s.typ.Bits()); err == nil && whole {
			dst.SetInt(n)
			return nil
		}
	case reflect.Uint64:
		var n uint64
		if n, err = strconv.ParseUint(string(text), 10, 64); err == nil && whole {
			dst.SetUint(n)
			return nil
		}
	}
	r.report(WrongType, fmt.Sprintf("the number %.40s where %s is expected", text, s.expected()))
	return nil
}

// digits passes over a number in JSON's grammar. whole is true if it has neither fraction nor
// exponent.
func (r *Reader) digits() (whole, ok bool) {
	at := func() byte {
		if r.pos < len(r.data) {
			return r.data[r.pos]
		}
		return 0
	}
	run := func() bool {
		start := r.pos
		for c := at(); '0' <= c && c <= '9'; c = at() {
			r.pos++
		}
		return r.pos > start
	}
	if at() == '-' {
		r.pos++
	}
	if at() == '0' {
		r.pos++
	} else if !run() {
		return false, false
	}
	whole = true
	if at() == '.' {
		r.pos++
		if whole = false; !run() {
			return false, false
		}
	}
	if c := at(); c == 'e' || c == 'E' {
		r.pos++
		if c := at(); c == '+' || c == '-' {
			r.pos++
		}
		if whole = false; !run() {
			return false, false
		}
	}
	return whole, true
}
