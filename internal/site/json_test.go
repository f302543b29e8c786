package site

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// What is left of a record is exactly the record without what is left out.
func TestRecordJSON(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made{candidates: 1, labels: 1, sizes: []int{1024}, trials: 3}.write(t, dir)
	files, err := filepath.Glob(filepath.Join(dir, "records", "*", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	got, err := recordJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	var whole, left map[string]any
	if err := json.Unmarshal(data, &whole); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got, &left); err != nil {
		t.Fatal(err)
	}
	removed := 0
	var remove func(v any, path []string)
	remove = func(v any, path []string) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				remove(e, path)
			}
		case map[string]any:
			if len(path) > 1 {
				remove(v[path[0]], path[1:])
			} else if _, ok := v[path[0]]; ok {
				delete(v, path[0])
				removed++
			}
		}
	}
	for _, name := range leftOut {
		before := removed
		remove(whole, strings.Split(name, "."))
		if removed == before {
			t.Errorf("no record holds %s", name)
		}
	}
	if !reflect.DeepEqual(whole, left) {
		t.Errorf("left of the record is\n%s", got)
	}
}

// Whatever JSON there is, nothing of it but what is to be left out gets lost,
// and numbers keep their digits.
func TestTrimmer(t *testing.T) {
	for in, want := range map[string]string{
		`{}`: `{}`, ` [ ] `: `[]`, `"a\"}\\"`: `"a\"}\\"`, `-1.50e+07`: `-1.50e+07`, `null`: `null`,
		`{"processes": [1, {"a": "]"}]}`:          `{}`,
		`{"a": 1, "processes": "\\\"}", "b": {}}`: `{"a":1,"b":{}}`,
		`{"processes": 1, "a": [1, 2, [3]]}`:      `{"a":[1,2,[3]]}`,
		`{"x": {"processes": [true, false]}}`:     `{"x":{"processes":[true,false]}}`,
		`{"assay": {"trials": [{"trial": {"process": {}, "n": 1}}, {"load_average": [1], "round": 2}]}}`: `{"assay":{"trials":[{"trial":{"n":1}},{"round":2}]}}`,
	} {
		got, err := recordJSON([]byte(in))
		if err != nil || string(bytes.TrimSpace(got)) != want {
			t.Errorf("%s: %q, want %q (%v)", in, got, want, err)
		}
	}
	for _, broken := range []string{"", "{", `{"a":}`, "nope", `"`} {
		if got, err := recordJSON([]byte(broken)); err == nil {
			t.Errorf("%q gave %q", broken, got)
		}
	}
}

func FuzzTrimmer(f *testing.F) {
	f.Add([]byte(`{"a":[1,"]}",{"b":null}],"processes":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := recordJSON(data)
		if err == nil && !json.Valid(got) {
			t.Errorf("%q gave %q", data, got)
		}
	})
}
