package publish

import (
	"errors"
	"strings"
	"testing"
)

func keepAll(_, s string) (string, error) { return s, nil }
func keepKey(_, _ string) error           { return nil }

// Everything but strings is copied as it is written: order, duplicates, the
// digits of numbers.
func TestRewriteKeeps(t *testing.T) {
	const text = `{
 "z": 1.0,
 "a": [
  7.797277604153148e-05,
  12345678901234567890,
  0.0,
  true,
  null,
  {},
  []
 ],
 "z": "ä <&> \u2028 \"q\" \\ \n",
 "": {
  "b": false
 }
}
`
	got, err := rewrite([]byte(text), keepAll, keepKey)
	if err != nil || string(got) != text {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestRewriteFields(t *testing.T) {
	var fields, keys []string
	got, err := rewrite([]byte(`{"a":["x",{"b":"x"},[["x"]]],"x":"y"}`), func(field, s string) (string, error) {
		fields = append(fields, field)
		return strings.ToUpper(s), nil
	}, func(field, key string) error {
		keys = append(keys, field+"="+key)
		return nil
	})
	if err != nil || strings.Join(strings.Fields(string(got)), "") != `{"a":["X",{"b":"X"},[["X"]]],"x":"Y"}` {
		t.Errorf("%v %s", err, got)
	}
	if f := strings.Join(fields, " "); f != "a[0] a[1].b a[2][0][0] x" {
		t.Errorf("fields %s", f)
	}
	if k := strings.Join(keys, " "); k != "a=a a[1].b=b x=x" {
		t.Errorf("keys %s", k)
	}
}

func TestRewriteErrors(t *testing.T) {
	for _, text := range []string{"", "{", `{"a"`, `{"a":1`, `[1`, `[1,]`, `{"a":1}{}`, "{} x", `{"a":nan}`, `"\x"`} {
		if got, err := rewrite([]byte(text), keepAll, keepKey); err == nil {
			t.Errorf("%q gave %s", text, got)
		}
	}
	no := errors.New("no")
	if _, err := rewrite([]byte(`["x"]`), func(_, _ string) (string, error) { return "", no }, keepKey); !errors.Is(err, no) {
		t.Errorf("refused string: %v", err)
	}
	if _, err := rewrite([]byte(`{"x":1}`), keepAll, func(_, _ string) error { return no }); !errors.Is(err, no) {
		t.Errorf("refused key: %v", err)
	}
}
