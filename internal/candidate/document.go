package candidate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// document is a candidate.toml while it is read: typed access to its keys, and
// the problems found, each with its line. All problems are collected, so that
// one reading shows everything that has to be mended.
type document struct {
	name     string // shown in errors
	text     string
	lines    positions // nil until a line is asked for
	problems []problem
}

type problem struct {
	line int
	text string
}

// parseTOML reads text; its error names the place.
func parseTOML(name, text string) (*document, table, error) {
	d := &document{name: name, text: text}
	root := map[string]any{}
	if _, err := toml.Decode(text, &root); err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			message := strings.TrimSuffix(syntax.Message, ".")
			return nil, table{}, fmt.Errorf("%s:%d: %s", name, syntax.Position.Line, strings.ToLower(message[:1])+message[1:])
		}
		return nil, table{}, fmt.Errorf("%s:1: %w", name, err)
	}
	return d, table{doc: d, values: root}, nil
}

// fault notes a problem at path. A problem that several instances share is
// noted once.
func (d *document) fault(path, format string, args ...any) {
	p := problem{d.line(path), fmt.Sprintf(format, args...)}
	if !slices.Contains(d.problems, p) {
		d.problems = append(d.problems, p)
	}
}

// place returns "file:line" of path.
func (d *document) place(path string) string {
	return fmt.Sprintf("%s:%d", d.name, d.line(path))
}

// line returns the line of path. Most documents have no problem, and nobody
// asks.
func (d *document) line(path string) int {
	if d.lines == nil {
		d.lines = locate(d.text)
	}
	return d.lines.line(path)
}

// err returns the problems in the order of their lines; nil if there are none.
func (d *document) err() error {
	slices.SortStableFunc(d.problems, func(a, b problem) int { return a.line - b.line })
	var list []error
	for _, p := range d.problems {
		list = append(list, fmt.Errorf("%s:%d: %s", d.name, p.line, p.text))
	}
	return errors.Join(list...)
}

// table is a TOML table. Its methods note a fault when a value has the wrong
// type, and return the zero value.
type table struct {
	doc    *document
	path   string // as in positions; "" for the whole file
	values map[string]any
}

func (t table) at(key string) string { return join(t.path, key) }

func (t table) fault(key, format string, args ...any) {
	t.doc.fault(t.at(key), format, args...)
}

func (t table) has(key string) bool {
	_, ok := t.values[key]
	return ok
}

// only notes a fault for each key that is not in known.
func (t table) only(known ...string) {
	for key := range t.values {
		if !slices.Contains(known, key) {
			t.fault(key, "unknown key %q%s (known here: %s)", key, t.where(), strings.Join(known, ", "))
		}
	}
}

// where returns " in [[instance]]" or "".
func (t table) where() string {
	if name, _, list := strings.Cut(t.path, "["); list {
		return " in [[" + name + "]]"
	}
	return ""
}

func (t table) wrongType(key, want string) {
	t.fault(key, "%s must be %s, not %s", key, want, describe(t.values[key]))
}

// describe names the type of a TOML value.
func describe(v any) string {
	switch v.(type) {
	case string:
		return "a text"
	case int64:
		return "an integer"
	case float64:
		return "a float"
	case bool:
		return "true or false"
	case map[string]any:
		return "a table"
	case []any, []map[string]any:
		return "a list"
	}
	return "a time"
}

// text returns the text of key; "" if the key is not there.
func (t table) text(key string) string {
	if !t.has(key) {
		return ""
	}
	s, ok := t.values[key].(string)
	if !ok {
		t.wrongType(key, "a text")
	}
	return s
}

// required is text, with a fault when key is missing or empty.
func (t table) required(key string) string {
	s := t.text(key)
	switch _, isText := t.values[key].(string); {
	case !t.has(key):
		t.doc.fault(t.path, "%s is missing%s", key, t.where())
	case isText && strings.TrimSpace(s) == "":
		t.fault(key, "%s is empty", key)
	}
	return s
}

// integer returns the number of key; ok is false after a fault.
func (t table) integer(key string) (n int64, ok bool) {
	if !t.has(key) {
		t.doc.fault(t.path, "%s is missing%s", key, t.where())
		return 0, false
	}
	n, ok = t.values[key].(int64)
	if !ok {
		t.wrongType(key, "an integer")
	}
	return n, ok
}

// texts returns the list of texts of key; nil if the key is not there.
func (t table) texts(key string) []string {
	if !t.has(key) {
		return nil
	}
	values, ok := t.values[key].([]any)
	if !ok {
		t.wrongType(key, "a list of texts")
		return nil
	}
	var list []string
	for i, v := range values {
		s, ok := v.(string)
		if !ok {
			t.fault(key+index(i), "%s must be a list of texts; element %d is %s", key, i+1, describe(v))
			return nil
		}
		list = append(list, s)
	}
	return list
}

// tables returns the [[key]] tables.
func (t table) tables(key string) []table {
	var list []table
	add := func(v map[string]any) {
		list = append(list, table{t.doc, t.at(key) + index(len(list)), v})
	}
	switch values := t.values[key].(type) {
	case nil:
	case []map[string]any:
		for _, v := range values {
			add(v)
		}
	case []any: // key = [{...}, {...}]
		for i, v := range values {
			m, ok := v.(map[string]any)
			if !ok {
				t.fault(key+index(i), "%s must be tables, written [[%s]]; element %d is %s", key, key, i+1, describe(v))
				return nil
			}
			add(m)
		}
	default:
		t.fault(key, "%s must be a list of tables, written [[%s]], not %s", key, key, describe(values))
	}
	return list
}
