package candidate

import (
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// write makes a folder with files; a name ending in "/" is a folder, content
// beginning with "-> " a symbolic link.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		parent := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			parent = path
		}
		if err := os.MkdirAll(parent, 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			if err := os.Symlink(target, path); err != nil {
				t.Skip("no symbolic links here:", err)
			}
		} else if !strings.HasSuffix(name, "/") {
			err = os.WriteFile(path, []byte(content), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// noBuiltIn is a catalogue without built-in candidates.
var noBuiltIn = fstest.MapFS{}

const good = `id = "xor-1"
name = "Xor"
[[instance]]
name = "Xor-256"
digest_bits = 256
[[implementation]]
kind = "c99"
language = "c"
sources = ["c99/xor.c"]
`

func TestOutsideCandidate(t *testing.T) {
	dir := write(t, map[string]string{
		"candidate.toml": `id = "xor-1"
name = "Xor"
page = "https://example.org/xor"
notes = ["One.", "Two."]

[[instance]]
name = "Xor-1024"
digest_bits = 1024
kat = "XOR_1024"
on_mismatch = "measure"

[[instance]]
name = "Xor-256"
digest_bits = 256

[[implementation]]
kind = "c99"
language = "c"
sources = ["c99/xor.c", "gen/{instance}.c"]
include = [".", "c99"]
defines = ["ALGORITHM_INSTANCE=\"{instance}\"", "DIGEST_BIT_LENGTH={digest_bits}", "INIT={0,1}"]

[[implementation]]
kind = "submitted"
language = "c"
instances = ["Xor-256"]
sources = ["linked/xor.c"]
`,
		"kat.sha256":                             strings.Repeat("ab", 32) + " strict XOR_1024/KAT_2_12_XOR_1024.txt\n",
		"c99/xor.c":                              "",
		"gen/Xor-1024.c":                         "",
		"gen/Xor-256.c":                          "",
		"linked":                                 "-> c99",
		"vectors/XOR_1024/KAT_2_12_XOR_1024.txt": "Msg_Len = 0\n",
	})
	cat, err := load(noBuiltIn, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(cat.Candidates) != 1 {
		t.Fatalf("%d candidates, want 1", len(cat.Candidates))
	}
	c := cat.Candidates[0]
	if c.ID != "xor-1" || c.Name != "Xor" || c.Page != "https://example.org/xor" || len(c.Notes) != 2 || c.Origin != dir {
		t.Errorf("candidate is %+v", c)
	}
	if c.Manifest == nil || len(c.Manifest.Entries) != 1 {
		t.Errorf("manifest is %+v, want one entry", c.Manifest)
	}
	if text, err := fs.ReadFile(c.Vectors(), "XOR_1024/KAT_2_12_XOR_1024.txt"); err != nil || string(text) != "Msg_Len = 0\n" {
		t.Errorf("vectors are %q (%v)", text, err)
	}
	big, small := c.Instances[0], c.Instances[1]
	if big.KATName != "XOR_1024" || big.OnMismatch != Measure || small.KATName != "Xor-256" || small.OnMismatch != Exclude {
		t.Errorf("instances are %+v and %+v", big, small)
	}
	var labels []string
	for _, im := range cat.Implementations() {
		labels = append(labels, im.Label)
	}
	if got, want := strings.Join(labels, " "), "Xor-256-c99 Xor-256 Xor-1024-c99"; got != want {
		t.Errorf("labels are %s, want %s", got, want)
	}
	im := cat.Implementations()[2]
	if got, want := strings.Join(im.Sources, " "), "c99/xor.c gen/Xor-1024.c"; got != want {
		t.Errorf("sources are %s, want %s", got, want)
	}
	if got, want := strings.Join(im.Include, " "), ". c99"; got != want {
		t.Errorf("include is %s, want %s", got, want)
	}
	if got, want := strings.Join(im.Defines, " "), `ALGORITHM_INSTANCE="Xor-1024" DIGEST_BIT_LENGTH=1024 INIT={0,1}`; got != want {
		t.Errorf("defines are %s, want %s", got, want)
	}
}

func TestFolderOfCandidates(t *testing.T) {
	dir := write(t, map[string]string{
		"b/candidate.toml": strings.ReplaceAll(good, "or-", "or-2"),
		"b/c99/xor.c":      "",
		"a/candidate.toml": strings.ReplaceAll(good, "or-", "or-10"),
		"a/c99/xor.c":      "",
		"other/README":     "not a candidate",
	})
	cat, err := load(noBuiltIn, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(cat.Candidates) != 2 || cat.Candidates[0].ID != "xor-21" || cat.Candidates[1].ID != "xor-101" {
		t.Errorf("got %d candidates, want xor-21 and xor-101 in this order", len(cat.Candidates))
	}
}

// withGo registers a Go implementation for the duration of a test.
func withGo(t *testing.T, candidate, instance string) {
	target := goTarget(candidate, instance)
	registerGo(candidate, instance, GoHash{New: func() hash.Hash { return nil }})
	t.Cleanup(func() { delete(goHashes, target) })
}

// A folder by itself may hold another version of a built-in candidate.
func TestLoadFolder(t *testing.T) {
	text := strings.NewReplacer("xor-1", "hash-12", "Xor-256", "Iphe-512").Replace(good)
	dir := write(t, map[string]string{"candidate.toml": text, "c99/xor.c": ""})
	cat, err := LoadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if all := cat.Implementations(); len(all) != 1 || all[0].Label != "Iphe-512-c99" || all[0].Instance.Candidate.Origin != dir {
		t.Errorf("implementations %v", all)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), `candidate id "hash-12" is taken`) {
		t.Errorf("beside the built-in ones: %v", err)
	}
	if _, err := LoadFolder(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no candidate.toml in it") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestBuiltInGo(t *testing.T) {
	withGo(t, "xor-1", "Xor-256")
	text := good + "[[implementation]]\nkind = \"go\"\nlanguage = \"go\"\n"
	embedded := fstest.MapFS{
		"xor-1/candidate.toml": {Data: []byte(text)},
		"xor-1/c99/xor.c":      {},
	}
	cat, err := load(embedded, nil)
	if err != nil {
		t.Fatal(err)
	}
	im := cat.Implementations()[1]
	if im.Label != "Xor-256-go" || im.Language != Go || im.Target() != "go:xor-1/Xor-256" {
		t.Errorf("implementation is %+v", im)
	}
	if cat.Candidates[0].Origin != "built in" || cat.Candidates[0].Manifest != nil || cat.Candidates[0].Vectors() != nil {
		t.Errorf("candidate is %+v", cat.Candidates[0])
	}

	delete(goHashes, im.Target())
	_, err = load(embedded, nil)
	want := "candidates/xor-1/candidate.toml:12: no Go implementation is registered for go:xor-1/Xor-256; write gohash_xor1.go in internal/candidate"
	if err == nil || filepath.ToSlash(err.Error()) != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

// The catalogue that assay is shipped with must load, and its folders bear the
// names of the candidates.
func TestBuiltInCatalogue(t *testing.T) {
	cat, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(cat.Candidates) == 0 {
		t.Fatal("no candidates")
	}
	for _, c := range cat.Candidates {
		submission := c.Role == Submission
		if submission != (c.Manifest != nil) {
			t.Errorf("%s, a %s: manifest of official vectors: %t", c.ID, c.Role, c.Manifest != nil)
		}
		if submission != strings.HasPrefix(c.ID, "hash-") {
			t.Errorf("%s is a %s", c.ID, c.Role)
		}
		for _, in := range c.Instances {
			if submission == (len(in.SelfTest) > 0) {
				t.Errorf("%s, of a %s, has %d cases of a self-test", in.Name, c.Role, len(in.SelfTest))
			}
			if c.Manifest != nil && len(c.Manifest.Entries) > 0 {
				found := false
				for _, e := range c.Manifest.Entries {
					found = found || e.Label == in.KATName
				}
				if !found {
					t.Errorf("%s: no manifest entry for %s", in.qualified(), in.KATName)
				}
			}
		}
	}
	in, err := cat.FindInstance("iphe_512")
	if err != nil {
		t.Fatal(err)
	}
	if in.Name != "Iphe-512" || in.DigestBits != 512 || in.Candidate.ID != "hash-12" {
		t.Errorf("found %+v", in)
	}
}

func TestDuplicatesAcrossCandidates(t *testing.T) {
	same := good
	otherID := strings.Replace(good, `"xor-1"`, `"xor-2"`, 1)
	folded := strings.Replace(otherID, "Xor-256", "XOR_256", 1)
	dir := write(t, map[string]string{
		"a/candidate.toml": good, "a/c99/xor.c": "",
		"b/candidate.toml": same, "b/c99/xor.c": "",
		"c/candidate.toml": folded, "c/c99/xor.c": "",
	})
	_, err := load(noBuiltIn, []string{dir})
	if err == nil {
		t.Fatal("no error")
	}
	a, b, c := filepath.Join(dir, "a", "candidate.toml"), filepath.Join(dir, "b", "candidate.toml"), filepath.Join(dir, "c", "candidate.toml")
	want := []string{
		b + `:1: candidate id "xor-1" is taken by ` + a + `:1`,
		b + `:7: label "Xor-256-c99" is taken by Xor-256-c99 at ` + a + `:7; choose another kind or instance name`,
		c + `:7: label "XOR_256-c99" is taken by Xor-256-c99 at ` + a + `:7; choose another kind or instance name`,
	}
	if err.Error() != strings.Join(want, "\n") {
		t.Errorf("error is\n%v\nwant\n%s", err, strings.Join(want, "\n"))
	}
}

func TestFolderErrors(t *testing.T) {
	empty := t.TempDir()
	broken := write(t, map[string]string{"candidate.toml": good, "c99/xor.c": "", "kat.sha256": "\nnonsense\n"})
	missing := filepath.Join(empty, "nowhere")
	for _, test := range []struct{ dir, want string }{
		{missing, "candidates folder " + missing + ": no such file or directory"},
		{empty, "candidates folder " + empty + ": no candidate.toml in it or in the folders directly in it"},
		{broken, filepath.Join(broken, "kat.sha256") + ":2: "},
	} {
		_, err := load(noBuiltIn, []string{test.dir})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("error is %v, want %s", err, test.want)
		}
	}
}

func TestRegisterGoTwice(t *testing.T) {
	withGo(t, "xor-1", "Xor-256")
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	registerGo("xor-1", "Xor-256", GoHash{})
}
