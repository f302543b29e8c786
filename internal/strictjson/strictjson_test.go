package strictjson

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

type inner struct {
	A int      `json:"a"`
	B *float64 `json:"b"`
}

type Group struct {
	X uint64 `json:"x"`
	Y bool   `json:"y"`
}

type outer struct {
	Text  string            `json:"text"`
	N     int64             `json:"n"`
	F     float64           `json:"f"`
	Inner inner             `json:"inner"`
	List  []inner           `json:"list"`
	Map   map[string]*inner `json:"map"`
	More  string            `json:"more,omitempty"`
	Few   []int             `json:"few,omitzero"`
	*Group
	Free struct{} `json:"free"`
	Skip int      `json:"-"`
}

const good = `{"text": "a\n\u00e9 <µ>", "n": -5, "f": 1.5e3, "inner": {"a": 1, "b": null},
 "list": [{"a": 1, "b": 2}, {"a": 3, "b": 4.5}], "map": {"k/1": {"a": 9, "b": 1}, "": null}, "x": 18446744073709551615, "y": true, "free": {}}`

// What has no problem is read as encoding/json reads it.
func TestRead(t *testing.T) {
	for _, text := range []string{
		good, strings.Replace(good, `"list": [`, `"more": "m", "list": [`, 1), strings.Replace(good, `"x": 18446744073709551615, "y": true,`, ``, 1),
		" \t\r\n" + good + "\n ", strings.Replace(good, "-5", "-0", 1),
	} {
		var got, want outer
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if problems := (&Reader{}).Read([]byte(text), &got); problems != nil {
			t.Errorf("%s: %v", text, problems)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v, want\n%+v", text, got, want)
		}
		if problems := (&Reader{}).Read([]byte(text), nil); problems != nil {
			t.Errorf("without a type: %v", problems)
		}
	}
}

func TestProblems(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%s is not there", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	tests := []struct{ name, text, want string }{
		{"duplicate", change(`"n": -5`, `"n": -5, "n": 6`), "Duplicate n 1"},
		{"duplicate in a list", change(`{"a": 3,`, `{"a": 3, "a": 3,`), "Duplicate list[1].a 2"},
		{"duplicate with an escape", change(`"n": -5`, `"n": -5, "\u006e": 6`), "Duplicate n 1"},
		{"duplicate in a map", change(`"k/1": {"a"`, `"k/1": null, "k/1": {"a"`), "Duplicate map.k/1 2"},
		{"duplicate of an unknown key", change(`"n": -5`, `"n": -5, "u": 1, "u": 2`), "Unknown u 1; Duplicate u 1"},
		{"duplicate where all is free", change(`"free": {}`, `"free": {"u": {"v": 1, "v": 1}}`), "Unknown free.u 2; Duplicate free.u.v 2"},
		{"unknown", change(`"n": -5`, `"n": -5, "m": [1, {"z": 0}]`), "Unknown m 1"},
		{"case", change(`"n": -5`, `"n": -5, "N": 1`), "Case N 1"},
		{"missing", change(`"n": -5,`, ``), "Missing n 2"},
		{"missing in a list", change(`"a": 3,`, ``), "Missing list[1].a 2"},
		{"missing in an empty object", change(`{"a": 1, "b": null}`, `{}`), "Missing inner.a 1; Missing inner.b 1"},
		{"half of a group", change(`"y": true,`, ``), "Missing y 2"},
		{"null", change(`-5`, `null`), "Null n 1"},
		{"null list", change(`[{"a": 1, "b": 2}, {"a": 3, "b": 4.5}]`, `null`), "Null list 2"},
		{"string for a number", change(`-5`, `"5"`), "WrongType n 1"},
		{"fraction for a whole number", change(`-5`, `5.5`), "WrongType n 1"},
		{"float form of a whole number", change(`-5`, `5.0`), "WrongType n 1"},
		{"number too large", change(`-5`, `9223372036854775808`), "WrongType n 1"},
		{"negative for unsigned", change(`18446744073709551615`, `-1`), "WrongType x 2"},
		{"float too large", change(`1.5e3`, `1e999`), "WrongType f 1"},
		{"number for a string", change(`"a\n\u00e9 <µ>"`, `7`), "WrongType text 1"},
		{"number for true or false", change(`true`, `1`), "WrongType y 2"},
		{"list for an object", change(`{"a": 1, "b": null}`, `[1]`), "WrongType inner 1"},
		{"object for a list", change(`[{"a": 1, "b": 2}, {"a": 3, "b": 4.5}]`, `{}`), "WrongType list 2"},
		{"true for a number", change(`-5`, `true`), "WrongType n 1"},
		{"NaN", change(`1.5e3`, `NaN`), "NotFinite f 1"},
		{"infinity", change(`1.5e3`, `-Infinity`), "NotFinite f 1"},
		{"infinity where it is unknown", change(`"n": -5`, `"n": -5, "m": Infinity`), "Unknown m 1; NotFinite m 1"},
		{"not UTF-8", change(`<µ>`, "<\xff>"), "Encoding text 1"},
		{"not UTF-8, without an escape", change(`"n": -5`, "\"n\": -5, \"more\": \"\xff\""), "Encoding more 1"},
		{"empty", "", "Syntax  1"},
		{"cut short", good[:len(good)-1], "Syntax  2"},
		{"cut in a string", `{"text": "a`, "Syntax  1"},
		{"cut in a word", `{"text": tru`, "Syntax  1"},
		{"more behind", good + "{}", "Syntax  2"},
		{"comma at the end", change(`"free": {}`, `"free": {},`), "Syntax  2"},
		{"comma at the end of a list", change(`4.5}]`, `4.5},]`), "Syntax  2"},
		{"no comma", change(`-5,`, `-5`), "Syntax  1"},
		{"no colon", change(`"n":`, `"n"`), "Syntax  1"},
		{"no quotes", change(`"n":`, `n:`), "Syntax  1"},
		{"leading zero", change(`-5`, `05`), "Syntax  1"},
		{"point without digits", change(`1.5e3`, `1.`), "Syntax  1"},
		{"exponent without digits", change(`1.5e3`, `1e`), "Syntax  1"},
		{"sign without digits", change(`-5`, `-`), "Syntax  1"},
		{"plus sign", change(`-5`, `+5`), "Syntax  1"},
		{"control character", change(`\n`, "\n"), "Syntax  1"},
		{"bad escape", change(`\n`, `\q`), "Syntax  1"},
		{"deep", strings.Repeat("[", 200), "WrongType  1; Syntax  1"},
	}
	kinds := []string{"Syntax", "Duplicate", "Unknown", "Case", "Missing", "Null", "WrongType", "NotFinite", "Encoding"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var v outer
			var got []string
			for _, p := range (&Reader{}).Read([]byte(test.text), &v) {
				got = append(got, fmt.Sprintf("%s %s %d", kinds[p.Kind], p.Path, p.Line))
				if p.Text == "" {
					t.Errorf("%v says nothing", p)
				}
			}
			if s := strings.Join(got, "; "); s != test.want {
				t.Errorf("%s, want %s\n%s", s, test.want, test.text)
			}
		})
	}
}

// What is wrong in one place leaves the others as they are, and the first of two values counts.
func TestGoesOn(t *testing.T) {
	text := strings.NewReplacer(`"n": -5`, `"n": "x", "f": 2.5`, `"a": 3`, `"a": NaN`).Replace(good)
	var v outer
	problems := (&Reader{}).Read([]byte(text), &v)
	if len(problems) != 3 || v.F != 2.5 || v.N != 0 || len(v.List) != 2 || v.List[1].A != 0 || *v.List[1].B != 4.5 || v.X != math.MaxUint64 {
		t.Errorf("%v: %+v", problems, v)
	}
}

func TestText(t *testing.T) {
	var got []string
	r := &Reader{Text: func(path func() string, text string) { got = append(got, path()+"="+text) }}
	var v outer
	r.Read([]byte(`{"text": "a\/b", "m": ["c", {"d": "e"}], "more": "f"}`), &v)
	if s := strings.Join(got, " "); s != "text=a/b m[0]=c m[1].d=e more=f" {
		t.Errorf("%s", s)
	}
}

// A reader that is used again knows nothing of what it read before, but strings.
func TestAgain(t *testing.T) {
	r := &Reader{}
	var first outer
	if len(r.Read([]byte(`{"text": `), &first)) != 1 {
		t.Error("no problem")
	}
	for range 2 {
		var v, want outer
		if err := json.Unmarshal([]byte(good), &want); err != nil {
			t.Fatal(err)
		}
		if p := r.Read([]byte(good), &v); p != nil || !reflect.DeepEqual(v, want) {
			t.Errorf("%v %+v", p, v)
		}
	}
}

// FuzzRead holds the reader against encoding/json: what is no JSON for one is none for the other, and what
// has no problem has the same values.
func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"text": "\ud800", "n": 1e2, "map": {"a": {"a": 1, "a": 2}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want outer
		problems := (&Reader{}).Read(data, &got)
		syntax, finite := false, true
		for _, p := range problems {
			syntax = syntax || p.Kind == Syntax
			finite = finite && p.Kind != NotFinite
		}
		if finite && syntax == json.Valid(data) && !(syntax && strings.Count(string(data), "[")+strings.Count(string(data), "{") > maxDepth) {
			t.Fatalf("%q: syntax problem %t, valid for encoding/json %t: %v", data, syntax, json.Valid(data), problems)
		}
		if len(problems) > 0 {
			return
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatalf("%q: no problem, but encoding/json says %v", data, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %+v, want %+v", data, got, want)
		}
	})
}
