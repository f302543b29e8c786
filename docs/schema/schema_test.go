package schema

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// node is one schema, somewhere in a file.
type node = map[string]any

// walk calls visit for every schema of a file with its place: those of
// properties, and all that keywords apply.
func walk(place string, s node, visit func(place string, s node)) {
	visit(place, s)
	for keyword, v := range s {
		at := place + "/" + keyword
		switch v := v.(type) {
		case node:
			switch keyword {
			case "properties", "patternProperties", "$defs":
				for name, sub := range v {
					if sub, ok := sub.(node); ok {
						walk(at+"/"+name, sub, visit)
					}
				}
			case "items", "if", "then", "else", "not":
				walk(at, v, visit)
			}
		case []any:
			for i, sub := range v {
				if sub, ok := sub.(node); ok {
					walk(fmt.Sprintf("%s/%d", at, i), sub, visit)
				}
			}
		}
	}
}

// schemas returns all files by name.
func schemas(t *testing.T) map[string]node {
	t.Helper()
	names, err := fs.Glob(Files, "*.schema.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d schemas, %v", len(names), err)
	}
	all := map[string]node{}
	for _, name := range names {
		data, err := Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var s node
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = s
	}
	return all
}

func text(s node, key string) string {
	v, _ := s[key].(string)
	return v
}

// is says whether a schema accepts values of a type.
func is(s node, kind string) bool {
	switch v := s["type"].(type) {
	case string:
		return v == kind
	case []any:
		for _, k := range v {
			if k == kind {
				return true
			}
		}
	}
	return false
}

// Every file says what it is of, and by which draft.
func TestHeads(t *testing.T) {
	for name, s := range schemas(t) {
		if text(s, "$schema") != "https://json-schema.org/draft/2020-12/schema" || text(s, "$id") != Base+name {
			t.Errorf("%s: $schema %q, $id %q", name, text(s, "$schema"), text(s, "$id"))
		}
		if text(s, "title") == "" || text(s, "description") == "" {
			t.Errorf("%s: no title or no description", name)
		}
	}
}

// Every key has a description that is a sentence, where the key is defined. A
// key that is narrowed elsewhere (in a conditional part, or by the schema of our
// own files) needs none there.
func TestEveryKeyIsDescribed(t *testing.T) {
	keys := 0
	for name, s := range schemas(t) {
		walk(name, s, func(place string, s node) {
			properties, _ := s["properties"].(node)
			if strings.Contains(place, "/then") || strings.Contains(place, "/else") || strings.Contains(place, "/if") || strings.Contains(place, "/oneOf/") {
				return
			}
			for key, sub := range properties {
				keys++
				sub, ok := sub.(node)
				if d := text(sub, "description"); !ok || !strings.HasSuffix(d, ".") || len(d) < 5 {
					t.Errorf("%s: key %s has the description %q, which is no sentence", place, key, d)
				}
			}
		})
	}
	if keys < 300 {
		t.Errorf("only %d keys were found", keys)
	}
}

// units are what numbers are counted in.
var units = map[string]bool{
	"bytes": true, "KiB": true, "seconds": true, "nanoseconds": true, "hertz": true, "megahertz": true,
	"cycles": true, "cycles per byte": true, "instructions": true, "calls": true, "calls per second": true,
	"MB per second (10^6 bytes)": true, "trials": true, "attempts": true, "repetitions": true, "round": true, "threads": true,
	"allocations": true, "frees": true, "switches": true, "moves": true, "faults": true, "CPUs": true, "number": true, "number of a CPU": true, "ratio": true, "probability": true,
	"error number": true, "exit code": true, "seed": true, "version": true,
}

// Every number has a unit.
func TestEveryNumberHasAUnit(t *testing.T) {
	numbers := 0
	for name, s := range schemas(t) {
		walk(name, s, func(place string, s node) {
			number := is(s, "integer") || is(s, "number")
			if _, ok := s["const"].(float64); ok {
				number = true
			}
			if number {
				numbers++
			}
			if unit := text(s, "unit"); number != units[unit] {
				t.Errorf("%s: unit %q", place, unit)
			}
		})
	}
	if numbers < 100 {
		t.Errorf("only %d numbers were found", numbers)
	}
}

// Objects that may have keys of any name would let a misspelt one pass. The
// parts called keys are open: what refers to them adds keys and closes them.
func TestObjectsAreClosed(t *testing.T) {
	for name, s := range schemas(t) {
		walk(name, s, func(place string, s node) {
			if !is(s, "object") || strings.HasSuffix(place, "/$defs/keys") && !strings.Contains(place, "environment") || s["properties"] == nil && s["patternProperties"] == nil {
				return
			}
			if s["additionalProperties"] != false && s["unevaluatedProperties"] != false {
				t.Errorf("%s: further keys are not refused", place)
			}
		})
	}
}
