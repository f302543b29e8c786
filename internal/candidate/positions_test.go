package candidate

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

const curious = `# [a] comment
a = """x = 1
[no] "quoted" \""" and # more""""
b.c = 'it''s'
`

func TestPositions(t *testing.T) {
	text := strings.Join([]string{
		`# comment [x]`,            // 1
		`a = """`,                  // 2
		`[no] = "one" \""" # more`, // 3
		`two""""`,                  // 4
		`b.c = 'x = # 1'`,          // 5
		`"d e" = [ # list`,         // 6
		`  1, [2,`,                 // 7
		`  3], # ]`,                // 8
		`  {f = 1, g = "]"},`,      // 9
		`]`,                        // 10
		`h = '''`,                  // 11
		`[[i]]'''`,                 // 12
		`[ j . k ]`,                // 13
		`l = true # m = 1`,         // 14
		`[[n]]`,                    // 15
		`o = 1`,                    // 16
		`[n.p]`,                    // 17
		`q = 1`,                    // 18
		`[[n]]`,                    // 19
		`o = 2`,                    // 20
		`[[n.r]]`,                  // 21
		`s = 2001-01-01`,           // 22
	}, "\n")
	got := locate(text)
	for path, line := range map[string]int{
		"a": 2, "b": 5, "b.c": 5, "d e": 6, "d e[0]": 7, "d e[1][0]": 7, "d e[1][1]": 8, "d e[2].f": 9, "d e[2].g": 9,
		"h": 11, "j.k": 13, "j.k.l": 14, "n": 15, "n[0]": 15, "n[0].o": 16, "n[0].p": 17, "n[0].p.q": 18,
		"n[1]": 19, "n[1].o": 20, "n[1].r[0]": 21, "n[1].r[0].s": 22,
		"n[1].absent": 19, "d e[2].f.absent": 9, "absent": 1, // the closest that is there
	} {
		if got.line(path) != line {
			t.Errorf("%s is on line %d, want %d", path, got.line(path), line)
		}
	}
	if _, found := got["m"]; found {
		t.Error("a key was found in a comment")
	}
}

// FuzzPositions compares the scanner with the TOML package: on every text that
// this accepts, all its keys are found, and nothing hangs or panics.
func FuzzPositions(f *testing.F) {
	f.Add(good)
	f.Add(curious)
	f.Add("[[a]]\n[[a.b]]\nc={d=[{e=1}]}\r\n[a.\"f\"]\ng=1979-05-27 07:32:00")
	f.Add("a = [\n1,\n# ]\n'''\n''''',\n]\n[b]")
	subscript := regexp.MustCompile(`\[[0-9]+\]`)
	f.Fuzz(func(t *testing.T, text string) {
		var root map[string]any
		meta, err := toml.Decode(text, &root)
		if err != nil {
			return
		}
		found := map[string]bool{}
		for path := range locate(text) {
			found[subscript.ReplaceAllString(path, "")] = true
		}
		if strings.Contains(text, `\`) { // escapes in quoted keys are not decoded
			return
		}
		for _, key := range meta.Keys() {
			path := subscript.ReplaceAllString(strings.Join(key, "."), "")
			if !slices.Contains(key, "") && !found[path] { // empty keys are unknown keys, reported at the closest line
				t.Errorf("%q is not found in %q", path, text)
			}
		}
	})
}
