package strictjson

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Reader reads JSON values. It may be used again, but not by two goroutines at
// once: it keeps strings that it has seen, since files of one kind repeat them.
type Reader struct {
	// Text, if set, is called with every string that is a value, wherever it
	// stands. path gives its place, and is valid during the call only.
	Text func(path func() string, text string)

	data     []byte
	pos      int
	depth    int
	path     []step
	problems []Problem
	seen     map[string]string
}

// maxDepth bounds nesting: deeper files are no evidence but an attempt to
// exhaust the stack.
const maxDepth = 100

// maxSeen bounds the strings that a reader keeps.
const maxSeen = 4096

// errSyntax ends the reading; what is wrong has been reported.
var errSyntax = errors.New("strictjson: syntax")

// Read reads data, one JSON value, into v, a pointer to a struct, list, map or
// plain value. The types may hold strings, booleans, float64, int, int64,
// uint64, slices, maps with string keys, pointers and structs; json tags count
// as in encoding/json. A key without omitempty or omitzero must be there; the keys of an
// embedded pointer to a struct all or none. With a nil v the value is passed
// over, and only what is wrong with any JSON is reported.
func (r *Reader) Read(data []byte, v any) []Problem {
	if r.seen == nil {
		r.seen = map[string]string{}
	}
	r.data, r.pos, r.depth, r.path, r.problems = data, 0, 0, r.path[:0], nil
	var s *shape
	var dst reflect.Value
	if v != nil {
		dst = reflect.ValueOf(v).Elem()
		s = shapeOf(dst.Type())
	}
	if r.value(s, dst) == nil {
		if r.space(); r.pos < len(r.data) {
			r.syntax("more after the end of the value")
		}
	}
	r.data = nil
	return r.problems
}

func (r *Reader) syntax(format string, args ...any) error {
	r.path = r.path[:0] // the line says where; the key under way is a guess
	r.report(Syntax, fmt.Sprintf(format, args...))
	return errSyntax
}

// unexpected reports the byte at the current place.
func (r *Reader) unexpected(want string) error {
	if r.pos >= len(r.data) {
		return r.syntax("the file ends in the middle, at byte %d", len(r.data))
	}
	return r.syntax("%q where %s is expected", r.data[r.pos], want)
}

func (r *Reader) space() {
	for r.pos < len(r.data) {
		switch r.data[r.pos] {
		case ' ', '\n', '\t', '\r':
			r.pos++
		default:
			return
		}
	}
}

// value reads a value into dst; without a shape it is passed over.
func (r *Reader) value(s *shape, dst reflect.Value) error {
	r.space()
	if r.pos >= len(r.data) {
		return r.unexpected("a value")
	}
	if r.data[r.pos] == 'n' {
		if err := r.literal("null"); err != nil {
			return err
		}
		if s != nil && !s.nullable {
			r.report(Null, "null where "+s.expected()+" is expected")
		}
		return nil
	}
	for s != nil && s.kind == reflect.Pointer {
		if dst.IsNil() {
			dst.Set(reflect.New(s.elem.typ))
		}
		s, dst = s.elem, dst.Elem()
	}
	switch c := r.data[r.pos]; {
	case c == '{':
		return r.nested(s, dst, r.object)
	case c == '[':
		return r.nested(s, dst, r.list)
	case c == '"':
		return r.stringValue(s, dst)
	case c == 't':
		return r.boolean("true", s, dst)
	case c == 'f':
		return r.boolean("false", s, dst)
	case c == '-' || '0' <= c && c <= '9' || c == 'N' || c == 'I':
		return r.number(s, dst)
	}
	return r.unexpected("a value")
}

func (r *Reader) nested(s *shape, dst reflect.Value, read func(*shape, reflect.Value) error) error {
	if r.depth++; r.depth > maxDepth {
		return r.syntax("nested deeper than %d levels", maxDepth)
	}
	err := read(s, dst)
	r.depth--
	return err
}

// list reads a list.
func (r *Reader) list(s *shape, dst reflect.Value) error {
	if s != nil && s.kind != reflect.Slice {
		r.report(WrongType, "a list where "+s.expected()+" is expected")
		s = nil
	}
	var elem *shape
	if s != nil {
		elem = s.elem
		dst.Set(reflect.MakeSlice(s.typ, 0, 4))
	}
	r.pos++ // [
	if r.space(); r.pos < len(r.data) && r.data[r.pos] == ']' {
		r.pos++
		return nil
	}
	for i := 0; ; i++ {
		r.path = append(r.path, step{index: i})
		var item reflect.Value
		if s != nil {
			dst.Grow(1)
			dst.SetLen(i + 1)
			item = dst.Index(i)
			item.SetZero()
		}
		if err := r.value(elem, item); err != nil {
			return err
		}
		r.path = r.path[:len(r.path)-1]
		done, err := r.next(']')
		if done || err != nil {
			return err
		}
	}
}

// next reads the comma between two elements, or the end.
func (r *Reader) next(end byte) (done bool, err error) {
	r.space()
	if r.pos < len(r.data) {
		switch r.data[r.pos] {
		case ',':
			r.pos++
			return false, nil
		case end:
			r.pos++
			return true, nil
		}
	}
	return false, r.unexpected(fmt.Sprintf("a comma or %q", end))
}

// object reads an object into a struct or map.
func (r *Reader) object(s *shape, dst reflect.Value) error {
	if s != nil && s.kind != reflect.Struct && s.kind != reflect.Map {
		r.report(WrongType, "an object where "+s.expected()+" is expected")
		s = nil
	}
	keys := keySet{}
	if s != nil && s.kind == reflect.Map {
		dst.Set(reflect.MakeMap(s.typ))
	}
	r.pos++ // {
	r.space()
	if r.pos < len(r.data) && r.data[r.pos] == '}' {
		r.pos++
		r.missing(s, &keys)
		return nil
	}
	for {
		if r.space(); r.pos >= len(r.data) || r.data[r.pos] != '"' {
			return r.unexpected("a key")
		}
		key, err := r.text()
		if err != nil {
			return err
		}
		if r.space(); r.pos >= len(r.data) || r.data[r.pos] != ':' {
			return r.unexpected("a colon")
		}
		r.pos++
		if err := r.member(s, dst, key, &keys); err != nil {
			return err
		}
		done, err := r.next('}')
		if err != nil {
			return err
		}
		if done {
			r.missing(s, &keys)
			return nil
		}
	}
}

// keySet is the set of the keys that an object has had so far.
type keySet struct {
	known  uint64              // bit i: field i of the struct
	others map[string]struct{} // the rest
}

func (k *keySet) add(key string) (again bool) {
	if _, again = k.others[key]; again {
		return true
	}
	if k.others == nil {
		k.others = map[string]struct{}{}
	}
	k.others[key] = struct{}{}
	return false
}

// member reads the value of a key. The first of two values counts.
func (r *Reader) member(s *shape, dst reflect.Value, key string, keys *keySet) error {
	var target reflect.Value
	var shape *shape
	var again bool
	if s != nil && s.kind == reflect.Struct {
		if i, known := s.byName[key]; known {
			f := &s.fields[i]
			if again = keys.known&(1<<i) != 0; !again {
				shape, target = f.shape, f.place(dst)
			}
			keys.known |= 1 << i
		} else if again = keys.add(key); !again {
			if near := s.folded(key); near != "" {
				r.reportKey(Case, key, "differs from "+near+" in case only")
			} else {
				r.reportKey(Unknown, key, "not a known key")
			}
		}
	} else if again = keys.add(key); !again && s != nil {
		shape, target = s.elem, reflect.New(s.elem.typ).Elem()
	}
	if again {
		r.reportKey(Duplicate, key, "a second time in the same object")
	}
	r.path = append(r.path, step{key: key})
	if err := r.value(shape, target); err != nil {
		return err
	}
	r.path = r.path[:len(r.path)-1]
	if shape != nil && s.kind == reflect.Map {
		dst.SetMapIndex(reflect.ValueOf(key).Convert(s.typ.Key()), target)
	}
	return nil
}

// missing reports the keys of a struct that an object lacks.
func (r *Reader) missing(s *shape, keys *keySet) {
	if s == nil || s.kind != reflect.Struct {
		return
	}
	var groups []int // embedded structs of which there is a key
	for i, f := range s.fields {
		if f.group != 0 && keys.known&(1<<i) != 0 && !slices.Contains(groups, f.group) {
			groups = append(groups, f.group)
		}
	}
	for i, f := range s.fields {
		if f.optional || keys.known&(1<<i) != 0 || f.group != 0 && !slices.Contains(groups, f.group) {
			continue
		}
		r.reportKey(Missing, f.name, "missing")
	}
}
