package strictjson

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// shape is what the reader knows of a Go type.
type shape struct {
	kind     reflect.Kind
	typ      reflect.Type
	nullable bool   // a pointer: null is a value of it
	elem     *shape // of slices and maps, and what a pointer points to
	fields   []field
	byName   map[string]int // index in fields
}

// field is one key of a struct, those of embedded structs included.
type field struct {
	name     string
	index    []int // as for reflect.Value.FieldByIndex
	optional bool  // omitempty or omitzero
	group    int   // embedded pointer it comes with: its keys are there together or not at all; 0: none
	shape    *shape
}

// maxKeys is the number of keys of a struct that fit the set of those seen.
const maxKeys = 64

var shapes sync.Map // reflect.Type -> *shape

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := newShape(t)
	shapes.Store(t, s)
	return s
}

func newShape(t reflect.Type) *shape {
	s := &shape{kind: t.Kind(), typ: t}
	switch s.kind {
	case reflect.Pointer:
		s.nullable, s.elem = true, shapeOf(t.Elem())
	case reflect.Slice:
		s.elem = shapeOf(t.Elem())
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic(fmt.Sprintf("strictjson: keys of %v are not strings", t))
		}
		s.elem = shapeOf(t.Elem())
	case reflect.Struct:
		s.byName = map[string]int{}
		s.add(t, nil, 0)
		if len(s.fields) > maxKeys {
			panic(fmt.Sprintf("strictjson: %v has more than %d keys", t, maxKeys))
		}
	case reflect.String, reflect.Bool, reflect.Float64,
		reflect.Int, reflect.Int64, reflect.Uint64:
	default:
		panic(fmt.Sprintf("strictjson: cannot read into %v", t))
	}
	return s
}

// add adds the keys of a struct, under the index of the embedded struct they
// are in.
func (s *shape) add(t reflect.Type, prefix []int, group int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(prefix[:len(prefix):len(prefix)], i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			inner, g := f.Type, group
			if inner.Kind() == reflect.Pointer {
				inner, g = inner.Elem(), len(s.fields)+1
			}
			s.add(inner, index, g)
		case !f.IsExported() || name == "-":
		default:
			if name == "" {
				name = f.Name
			}
			s.byName[name] = len(s.fields)
			s.fields = append(s.fields, field{
				name: name, index: index, group: group, shape: shapeOf(f.Type),
				optional: strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero"),
			})
		}
	}
}

// folded returns the known key that differs from key only in case, or "".
func (s *shape) folded(key string) string {
	for _, f := range s.fields {
		if strings.EqualFold(f.name, key) {
			return f.name
		}
	}
	return ""
}

// place returns the field's value inside a struct; embedded pointers on the
// way are filled.
func (f *field) place(v reflect.Value) reflect.Value {
	for i, x := range f.index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}

// expected names what a value should be, in JSON's words.
func (s *shape) expected() string {
	switch s.kind {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number that is not negative"
	case reflect.Slice:
		return "a list"
	case reflect.Pointer:
		return s.elem.expected() + " or null"
	}
	return "an object"
}
