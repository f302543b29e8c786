package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

func TestText(t *testing.T) {
	for s, want := range map[string]string{
		"Iphe-512":                 "Iphe-512",
		"Garnet_512_Cap640":        "Garnet_512_Cap640",
		"_all_ of *it*":            `\_all\_ of \*it\*`,
		"a|b":                      `a\|b`,
		"[x](http://y)":            `\[x\](http://y)`,
		"<img src=x onerror=y>":    `\<img src=x onerror=y\>`,
		"&lt;b&gt;":                `\&lt;b\&gt;`,
		"`code`":                   "\\`code\\`",
		`back\slash`:               `back\\slash`,
		"two\nlines\r\n\tand\x00 ": "two lines and",
		"\x1b[31mred\x1b[0m":       `\[31mred \[0m`,
		"- item":                   `\- item`,
		"# heading":                `\# heading`,
		"≈ 1 × 2 – 3 µs":           "≈ 1 × 2 – 3 µs",
		"\u202egnp.exe":            "gnp.exe",
	} {
		if got := text(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for s, want := range map[string]string{
		"Garnet_512": "`Garnet_512`",
		"a`b":        "``a`b``",
		"a``b`":      "``` a``b` ```",
		"":           "`  `",
		"a\n|b":      "`a |b`",
	} {
		if got := code(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if got := cell("a|b"); got != "`a\\|b`" {
		t.Errorf("cell: %q", got)
	}
}

func TestWebLink(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.org/a_b.html":    "[page](https://example.org/a_b.html)",
		"http://example.org/a b|c(d)":     "[page](http://example.org/a%20b%7Cc%28d%29)",
		"javascript:alert(1)":             "javascript:alert(1)",
		"data:text/html,<b>":              `data:text/html,\<b\>`,
		"//example.org/x":                 "//example.org/x",
		"https://example.org/x\n[y](z:1)": `https://example.org/x \[y\](z:1)`,
		"":                                "",
	} {
		if got := webLink("page", address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"run/pages", "out/deep", "linked"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	const file = "records/hash-99/a b__hash_32.json"
	for _, test := range []struct{ pages, dataset, want string }{
		{"run/pages", "run", "../records/hash-99/a%20b__hash_32.json"},
		{"run", "run", "records/hash-99/a%20b__hash_32.json"},
		{"out/deep", "run", "../../run/records/hash-99/a%20b__hash_32.json"},
		{"out/none", "run", "records/hash-99/a%20b__hash_32.json"}, // no way to a folder that is not there
	} {
		if got := newPaths(at(test.pages), at(test.dataset)).to(file); got != test.want {
			t.Errorf("%s to %s: %q, want %q", test.pages, test.dataset, got, test.want)
		}
	}
	// ".." from behind a symbolic link leads to where the link points.
	if err := os.Symlink(at("out/deep"), at("linked/pages")); err != nil {
		t.Skip("no symbolic links here")
	}
	if got := newPaths(at("linked/pages"), at("run")).to("campaign.json"); got != "../../run/campaign.json" {
		t.Errorf("through a link: %q", got)
	}
	if got := (paths{}).to(""); got != "" {
		t.Errorf("no file: %q", got)
	}
	if got := (paths{prefix: ".."}).to("kat/a(b)|<c>.log"); got != "../kat/a%28b%29%7C%3Cc%3E.log" {
		t.Errorf("special characters: %q", got)
	}
}

// A label from somebody's dataset stays in its cell.
func TestHostileLabel(t *testing.T) {
	d := smallDataset(t)
	for _, r := range d.Records {
		r.Label = "x`|y <i>"
	}
	d.Build.Instances = map[string]*evidence.BuildEntry{"hash-99/x": {
		Candidate: "hash-99", Label: "x`|y <i>", Instance: "](z)", KAT: "PASS\n| a |", KATLog: "kat/x).log", Flags: "<u>",
	}}
	v := View{dataset: d}
	page, err := render("candidate.md", v.CandidatePage("hash-99"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "hostile.md", page)
}
