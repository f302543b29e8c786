package candidate

import (
	"path/filepath"
	"strings"
	"testing"
)

const goodRecipe = `id = "xor-1"
name = "Xor"
[archive]
name = "Xor.zip"
sha256 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
bytes = 1
download = "https://example.org/Xor.zip"
[[instance]]
name = "Xor-256"
digest_bits = 256
[[implementation]]
kind = "submitted"
language = "c"
source_dir = "Xor/{instance}"
sources = ["xor.c", "../lib/{digest_bits}.c"]
include = ["Xor/inc"]
headers = ["Xor/lib"]
vectors_dir = "Xor/Test Vectors"
expected = "MISMATCH"
note = "{digest_bits} bits"
`

func TestGoodRecipe(t *testing.T) {
	cat, err := load(noBuiltIn, []string{write(t, map[string]string{"candidate.toml": goodRecipe})})
	if err != nil {
		t.Fatal(err)
	}
	r := cat.Candidates[0].Instances[0].Submitted
	if strings.Join(r.Sources, " ") != "Xor/Xor-256/xor.c Xor/lib/256.c" || r.Note != "256 bits" || len(cat.Implementations()) != 0 {
		t.Errorf("recipe is %+v, implementations %v", r, cat.Implementations())
	}
}

// What is wrong with an archive or a recipe is said with its line; paths that
// leave the archive, or that a compiler takes for options, are refused.
func TestBadRecipes(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"Xor.zip"`, `"a/Xor.zip"`, `4: archive name "a/Xor.zip" must be the name of a file`},
		{`"Xor.zip"`, `".."`, `4: archive name ".." must be the name of a file`},
		{`"Xor.zip"`, `"a\\\\Xor.zip"`, `4: archive name "a\\\\Xor.zip" must be the name of a file`},
		{`"0123456789abcdef`, `"0123456789ABCDEF`, `5: sha256 "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef" must be 64 lower-case hexadecimal digits`},
		{`bytes = 1`, `bytes = 0`, `6: bytes 0 must be the size of the archive`},
		{`https://example.org/Xor.zip`, `file:///etc/passwd`, `7: download "file:///etc/passwd" must be an http or https address`},
		{`bytes = 1`, `size = 1`, `6: unknown key "size" (known here: name, sha256, bytes, download)`},
		{"[archive]\nname", "[other]\nname", `3: unknown key "other" (known here: id, name, role, page, notes, archive, instance, implementation)` + "\n" + `14: source_dir needs an [archive]`},
		{`kind = "submitted"`, `kind = "c99"`, `12: kind "c99": code from an archive (source_dir) is "submitted"`},
		{`language = "c"`, `language = "go"`, `13: language "go": only "c" can be built from an archive`},
		{`"Xor/{instance}"`, `"/Xor"`, `14: source_dir: path "/Xor" must be relative`},
		{`"Xor/{instance}"`, `"../Xor"`, `14: source_dir: path "../Xor" leads out of the archive`},
		{`"Xor/{instance}"`, `"-Xor"`, `14: source_dir: path "-Xor" begins with '-', which compilers take for an option`},
		{`"Xor/{instance}"`, `"Xor/{kat}"`, `14: source_dir: unknown placeholder {kat} (known: {instance}, {digest_bits})`},
		{`"xor.c"`, `"../../../etc/passwd.c"`, `15: sources: path "../etc/passwd.c" leads out of the archive`},
		{`"xor.c"`, `"xor.h"`, `15: sources: Xor/Xor-256/xor.h: is no source file`},
		{`"xor.c"`, `"/etc/xor.c"`, `15: sources: path "/etc/xor.c" must be relative`},
		{`"xor.c"`, `"xor.c", "./xor.c"`, `15: sources: Xor/Xor-256/xor.c is named twice`},
		{`["xor.c", "../lib/{digest_bits}.c"]`, `[]`, `15: sources is empty; leave it out to have them chosen`},
		{`"Xor/inc"`, `"../inc"`, `16: include: path "../inc" leads out of the archive`},
		{`"Xor/lib"`, `"Xor/../../lib"`, `17: headers: path "Xor/../../lib" leads out of the archive`},
		{`"Xor/Test Vectors"`, `"@vectors"`, `18: vectors_dir: path "@vectors" begins with '@', which compilers take for an option`},
		{`"MISMATCH"`, `"fails"`, `19: expected "fails" must be a verdict such as MISMATCH`},
		{`{digest_bits} bits`, `{bits}`, `20: note: unknown placeholder {bits} (known: {instance}, {digest_bits})`},
		{`note = `, `notes = `, `20: unknown key "notes" in [[implementation]] (known here: kind, language, instances, source_dir, sources, include, headers, defines, vectors_dir, expected, note)`},
		{"note = ", "[[implementation]]\nkind = \"submitted\"\nlanguage = \"c\"\nsource_dir = \"Xor\"\nnote = ", `21: instance "Xor-256" has its code in the archive twice`},
		{`name = "Xor-256"`, `name = "Xor-256"` + "\nreported = \"xor 256\"", `10: reported "xor 256" must be letters, digits, '-' or '_', at most 64 characters, not beginning with '-'`},
	} {
		text := strings.Replace(goodRecipe, c.old, c.new, 1)
		if text == goodRecipe {
			t.Errorf("%q is not in the description", c.old)
		}
		dir := write(t, map[string]string{"candidate.toml": text})
		file := filepath.Join(dir, "candidate.toml")
		_, err := load(noBuiltIn, []string{dir})
		got := ""
		if err != nil {
			got = strings.ReplaceAll(err.Error(), file+":", "")
		}
		if got != c.want {
			t.Errorf("%s for %s: error is\n%s\nwant\n%s", c.new, c.old, got, c.want)
		}
	}
}
