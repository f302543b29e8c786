package site

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	n := newNames("index")
	safe := regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)
	seen := map[string]string{}
	for _, text := range []string{
		"hash-12", "Garnet_512_Cap1024-go", "index", "Index", "", ".", "..", "../../etc/passwd", "a/b", `a\b`, "a b", "A B", "a  b", "<script>", "-rf", ".hidden",
		"con", "CON.txt", "nul", "lpt1", "name.", "Name", "name", "nAme", "ümlaut", "\u202egnp", "a\x00b", "%2e%2e", strings.Repeat("x", 10000), strings.Repeat("x", 10001), "same", "same",
	} {
		name := n.of(text)
		if !safe.MatchString(name) || device.MatchString(name) || strings.HasSuffix(name, ".") || len(name) > 120 || !fs.ValidPath(name) {
			t.Errorf("%.40q: name %q", text, name)
		}
		if other, ok := seen[strings.ToLower(name)]; ok {
			t.Errorf("%.40q and %.40q are both %q", text, other, name)
		}
		seen[strings.ToLower(name)] = text
	}
	for _, plain := range []string{"hash-12", "Garnet_512_Cap1024-go", "a", "Iphe-512"} {
		if got := newNames().of(plain); got != plain {
			t.Errorf("%q became %q", plain, got)
		}
	}
	if a, b := newNames().of("a/b"), newNames().of("a/b"); a != b {
		t.Errorf("names differ from time to time: %q, %q", a, b)
	}
}
