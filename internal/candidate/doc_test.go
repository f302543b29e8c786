package candidate

import (
	"os"
	"strings"
	"testing"
)

// The description in docs/adding-a-candidate.md loads as it stands.
func TestDocumentedDescription(t *testing.T) {
	page, err := os.ReadFile("../../docs/adding-a-candidate.md")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(page)) {
		code, indented := strings.CutPrefix(line, "    ")
		if indented && (text.Len() > 0 || strings.HasPrefix(code, "id = ")) {
			text.WriteString(code)
		} else if text.Len() > 0 && strings.TrimSpace(line) != "" {
			break
		}
	}
	dir := write(t, map[string]string{"candidate.toml": text.String(), "c99/mine.c": ""})
	cat, err := load(noBuiltIn, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	im := cat.Implementations()[0]
	if im.Label != "Mine-512-c99" || im.Instance.KATName != "mine_512" || len(im.Defines) != 2 {
		t.Errorf("implementation is %+v", im)
	}
}

// BenchmarkLoad measures the start of every verb that needs the catalogue.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}
