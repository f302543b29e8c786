package visible

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain, 密码, ≈ 3 µs\n\tnext", "plain, 密码, ≈ 3 µs\n\tnext"},
		{"\x1b[31mred\x1b]0;title\a", `\u001b[31mred\u001b]0;title\u0007`},
		{"back\b\b over\r and \x7f", `back\u0008\u0008 over\u000d and \u007f`},
		{"\u009b31m", `\u009b31m`},
		{"\x9b31m \xff\xfe\xe5", `\x9b31m \xff\xfe\xe5`},
		{"a\u202egpj.c\u200b\u2028b", `a\u202egpj.c\u200b\u2028b`},
		{"\U000e0041", `\udb40\udc41`},
		{"\x00", `\u0000`},
		{"\uFFFD", "\uFFFD"},
		{`C:\new`, `C:\new`},
	} {
		if got := Text(c.text); got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"  one\r\ntwo\tthree\v ": "one  two three",
		"\x1b[2J\nPASS":          `\u001b[2J PASS`,
		"plain":                  "plain",
		"\xffa":                  `\xffa`,
	} {
		if got := Line(text); got != want {
			t.Errorf("Line(%q) = %q, want %q", text, got, want)
		}
	}
}

// The form is that of JSON, so that JSON can be escaped as it is printed.
func TestJSON(t *testing.T) {
	value := "a\u009b31m\x7f\u202e\U000e0041\x1b"
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal([]byte(Text(string(data))), &got); err != nil || got != value {
		t.Errorf("%s gives %q (%v), want %q", Text(string(data)), got, err, value)
	}
}

func TestWriter(t *testing.T) {
	const text = "密\x1b\xe5\u009b\U000e0041 end\xf0\x9f"
	for size := 1; size < len(text); size++ {
		var b strings.Builder
		w := NewWriter(&b)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if got, err := w.Write([]byte(rest[:n])); got != n || err != nil {
				t.Fatalf("Write: %d, %v", got, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil || b.String() != Text(text) {
			t.Errorf("%d bytes at once: %q (%v), want %q", size, b.String(), err, Text(text))
		}
	}
	broken := NewWriter(fails{})
	if n, err := broken.Write([]byte("x")); n != 0 || err == nil {
		t.Errorf("a failed write gives %d, %v", n, err)
	}
	broken.part = []byte{0xe5}
	if broken.Flush() == nil {
		t.Error("a failed flush is no error")
	}
}

type fails struct{}

func (fails) Write([]byte) (int, error) { return 0, errors.New("no") }
