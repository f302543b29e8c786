package candidate

import (
	"path/filepath"
	"strings"
	"testing"
)

// Each case is the good candidate with a change: lines that begin with N: are
// put in place of line N of it, other text stands for the whole file. The
// wanted errors are without the file name, in order.
func TestBadDescriptions(t *testing.T) {
	tests := []struct {
		name, change string
		want         []string
	}{
		{"unknown key", "2:name = \"Xor\"\\nnmae = \"Xor\"", []string{
			`3: unknown key "nmae" (known here: id, name, role, page, notes, archive, instance, implementation)`}},
		{"unknown key in first of two instances", "5:digest_bits = 256\\nbits = 1\\n[[instance]]\\nname = \"Xor-512\"\\ndigest_bits = 512", []string{
			`6: unknown key "bits" in [[instance]] (known here: name, reported, digest_bits, kat, on_mismatch)`}},
		{"unknown key in implementation", "9:sources = [\"c99/xor.c\"]\\nsorces = []", []string{
			`10: unknown key "sorces" in [[implementation]] (known here: kind, language, instances, sources, include, defines)`}},
		{"keys are case sensitive", "2:Name = \"Xor\"", []string{
			`1: name is missing`, `2: unknown key "Name" (known here: id, name, role, page, notes, archive, instance, implementation)`}},
		{"unknown table", "9:sources = [\"c99/xor.c\"]\\n\\n[extra]\\na = 1", []string{
			`11: unknown key "extra" (known here: id, name, role, page, notes, archive, instance, implementation)`}},
		{"syntax", "4:name = Xor", []string{`4: expected value but found "Xor" instead`}},
		{"key twice", "5:name = \"Xor-512\"", []string{`5: key 'instance.name' has already been defined`}},
		{"empty file", "", []string{
			`1: id is missing`, `1: name is missing`, `1: no [[instance]]: at least one is needed`, `1: no [[implementation]]: at least one is needed`}},
		{"empty id and name", "1:id = \"\"\n2:name = \" \"", []string{`1: id is empty`, `2: name is empty`}},
		{"id", "1:id = \"Hash 12\"", []string{
			`1: id "Hash 12" must be lower-case letters and digits in parts joined by '-', at most 64 characters, as in "hash-12"`}},
		{"id of wrong type", "1:id = 12", []string{`1: id must be a text, not an integer`}},
		{"page", "2:name = \"Xor\"\\npage = \"example.org\"", []string{`3: page "example.org" must be an http or https address`}},
		{"notes", "2:name = \"Xor\"\\nnotes = [\"a\",\\n 1.5]", []string{`4: notes must be a list of texts; element 2 is a float`}},
		{"notes not a list", "2:name = \"Xor\"\\nnotes = \"a\"", []string{`3: notes must be a list of texts, not a text`}},
		{"digest not whole bytes", "5:digest_bits = 257", []string{`5: digest_bits 257 must be a positive multiple of 8, at most 65536`}},
		{"digest zero", "5:digest_bits = 0", []string{`5: digest_bits 0 must be a positive multiple of 8, at most 65536`}},
		{"digest negative", "5:digest_bits = -8", []string{`5: digest_bits -8 must be a positive multiple of 8, at most 65536`}},
		{"digest too long", "5:digest_bits = 65544", []string{`5: digest_bits 65544 must be a positive multiple of 8, at most 65536`}},
		{"digest of wrong type", "5:digest_bits = \"256\"", []string{`5: digest_bits must be an integer, not a text`}},
		{"digest missing", "5:", []string{`3: digest_bits is missing in [[instance]]`}},
		{"instance name", "4:name = \"Xor 256\"", []string{
			`4: instance name "Xor 256" must be letters, digits, '-' or '_', at most 64 characters, not beginning with '-'`}},
		{"instance name too long", "4:name = \"" + strings.Repeat("x", 65) + "\"", []string{
			`4: instance name "` + strings.Repeat("x", 65) + `" must be letters, digits, '-' or '_', at most 64 characters, not beginning with '-'`}},
		{"instance name missing", "4:", []string{`3: name is missing in [[instance]]`}},
		{"instance twice", "5:digest_bits = 256\\n[[instance]]\\nname = \"xor_256\"\\ndigest_bits = 256", []string{
			`7: instance name "xor_256" is the same as "Xor-256" at FILE:4 (case and '-' or '_' do not count)`}},
		{"instance as plain table", "3:[instance]", []string{`3: instance must be a list of tables, written [[instance]], not a table`}},
		{"instance as list", "3:instance = [1]\n4:\n5:", []string{`3: instance must be tables, written [[instance]]; element 1 is an integer`}},
		{"kat", "5:digest_bits = 256\\nkat = \"a/b\"", []string{
			`6: kat "a/b" must be letters, digits, '-' or '_', at most 64 characters, not beginning with '-'`}},
		{"kat empty", "5:digest_bits = 256\\nkat = \"\"", []string{`6: kat is empty`}},
		{"on_mismatch", "5:digest_bits = 256\\non_mismatch = \"ignore\"", []string{`6: on_mismatch "ignore" must be "exclude" or "measure"`}},
		{"kind", "7:kind = \"C99\"", []string{`7: kind "C99" must be lower-case letters and digits in parts joined by '-', as in "c99" or "c99-tables"`}},
		{"kind missing", "7:", []string{`6: kind is missing in [[implementation]]`}},
		{"language", "8:language = \"rust\"", []string{`8: language "rust" is not known (known: "c", "go")`}},
		{"language missing", "8:", []string{`6: language is missing in [[implementation]]`}},
		{"go outside", "8:language = \"go\"\n9:", []string{
			`8: language "go" is for built-in candidates only, whose Go code is part of assay; only "c" can be measured here`}},
		{"go with sources", "8:language = \"go\"", []string{
			`8: language "go" is for built-in candidates only, whose Go code is part of assay; only "c" can be measured here`,
			`9: sources is for language "c" only`}},
		{"no sources", "9:", []string{`6: sources is missing in [[implementation]]: a C implementation needs at least one`}},
		{"empty sources", "9:sources = []", []string{`9: sources is empty: a C implementation needs at least one`}},
		{"sources missing on disk", "9:sources = [\\n \"c99/xor.c\", # there\\n \"c99/nor.c\",\\n]", []string{
			`11: sources: c99/nor.c: no such file or folder in the candidate's folder`}},
		{"source is a folder", "9:sources = [\"dir.c\"]", []string{`9: sources: dir.c: is not a file`}},
		{"source is a header", "9:sources = [\"c99/xor.h\"]", []string{`9: sources: c99/xor.h: is not a .c file (headers are found through include)`}},
		{"source twice", "9:sources = [\"c99/xor.c\", \"c99/xor.c\"]", []string{`9: sources: c99/xor.c is named twice`}},
		{"absolute path", "9:sources = [\"/etc/passwd.c\"]", []string{
			`9: sources: path "/etc/passwd.c" is absolute; write it relative to the candidate's folder`}},
		{"drive letter", "9:sources = [\"C:/xor.c\"]", []string{
			`9: sources: path "C:/xor.c" is absolute; write it relative to the candidate's folder`}},
		{"dot dot", "9:sources = [\"c99/../../xor.c\"]", []string{
			`9: sources: path "c99/../../xor.c" has '..'; all files must lie in the candidate's folder`}},
		{"dot dot in include", "9:sources = [\"c99/xor.c\"]\\ninclude = [\"..\"]", []string{
			`10: include: path ".." has '..'; all files must lie in the candidate's folder`}},
		{"backslash", "9:sources = ['c99\\xor.c']", []string{`9: sources: path "c99\\xor.c" has a backslash; write '/'`}},
		{"unclean path", "9:sources = [\"./c99//xor.c\"]", []string{`9: sources: path "./c99//xor.c" must be written "c99/xor.c"`}},
		{"path like an option", "9:sources = [\"-o.c\"]", []string{`9: sources: path "-o.c" begins with '-', which compilers take for an option`}},
		{"empty path", "9:sources = [\"\"]", []string{`9: sources: path is empty`}},
		{"link that leaves", "9:sources = [\"out/xor.c\"]", []string{
			`9: sources: out/xor.c: symbolic link out leads out of the candidate's folder`}},
		{"absolute link", "9:sources = [\"abs.c\"]", []string{
			`9: sources: abs.c: symbolic link abs.c leads out of the candidate's folder`}},
		{"dangling link", "9:sources = [\"nowhere.c\"]", []string{`9: sources: nowhere.c: symbolic link nowhere.c leads nowhere`}},
		{"include is a file", "9:sources = [\"c99/xor.c\"]\\ninclude = [\"c99/xor.h\"]", []string{`10: include: c99/xor.h: is not a folder`}},
		{"placeholder in sources", "9:sources = [\"c99/{name}.c\"]", []string{
			`9: sources: unknown placeholder {name} (known: {instance}, {digest_bits})`}},
		{"placeholder in defines", "9:sources = [\"c99/xor.c\"]\\ndefines = [\"A=1\", \"B={bits}\"]", []string{
			`10: defines: unknown placeholder {bits} (known: {instance}, {digest_bits})`}},
		{"defines", "9:sources = [\"c99/xor.c\"]\\ndefines = [\"-DA=1\",\\n\"9B\", \"C=1\\\\n2\"]", []string{
			`10: defines: define "-DA=1" must be NAME or NAME=VALUE on one line`,
			`11: defines: define "9B" must be NAME or NAME=VALUE on one line`,
			`11: defines: define "C=1\n2" must be NAME or NAME=VALUE on one line`}},
		{"unknown instance", "8:language = \"c\"\\ninstances = [\"Xor-256\", \"Xor-512\"]", []string{
			`9: instances: there is no instance "Xor-512" in this file`}},
		{"instance named twice", "8:language = \"c\"\\ninstances = [\"Xor-256\", \"Xor-256\"]", []string{`9: instances: "Xor-256" is named twice`}},
		{"no instances", "8:language = \"c\"\\ninstances = []", []string{`9: instances is empty; leave it out to mean all`}},
		{"instance without implementation", "5:digest_bits = 256\\n[[instance]]\\nname = \"Xor-512\"\\ndigest_bits = 512\n8:language = \"c\"\\ninstances = [\"Xor-256\"]", []string{
			`7: instance "Xor-512" has no implementation`}},
		{"label twice", "9:sources = [\"c99/xor.c\"]\\n[[implementation]]\\nkind = \"c99\"\\nlanguage = \"c\"\\nsources = [\"c99/xor.c\"]", []string{
			`11: label "Xor-256-c99" is taken by Xor-256-c99 at FILE:7; choose another kind or instance name`}},
		{"label made of other parts", "4:name = \"Xor-a\"\n5:digest_bits = 256\\n[[instance]]\\nname = \"Xor\"\\ndigest_bits = 256\n8:language = \"c\"\\ninstances = [\"Xor-a\"]\n9:sources = [\"c99/xor.c\"]\\n[[implementation]]\\nkind = \"a-c99\"\\ninstances = [\"Xor\"]\\nlanguage = \"c\"\\nsources = [\"c99/xor.c\"]", []string{
			`15: label "Xor-a-c99" is taken by Xor-a-c99 at FILE:10; choose another kind or instance name`}},
	}
	outside := filepath.ToSlash(write(t, map[string]string{"xor.c": ""}))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := write(t, map[string]string{
				"candidate.toml": changed(test.change),
				"c99/xor.c":      "", "c99/xor.h": "", "dir.c/": "",
				"out": "-> ../../" + filepath.Base(filepath.Dir(outside)) + "/" + filepath.Base(outside), "abs.c": "-> " + outside + "/xor.c", "nowhere.c": "-> gone.c",
			})
			_, err := load(noBuiltIn, []string{dir})
			if err == nil {
				t.Fatal("no error")
			}
			file := filepath.Join(dir, "candidate.toml")
			var want []string
			for _, w := range test.want {
				want = append(want, file+":"+strings.ReplaceAll(w, "FILE", file))
			}
			if got := err.Error(); got != strings.Join(want, "\n") {
				t.Errorf("error is\n%s\nwant\n%s\nfor\n%s", got, strings.Join(want, "\n"), changed(test.change))
			}
		})
	}
}

// changed applies a change to the good description.
func changed(change string) string {
	lines := strings.Split(strings.TrimSuffix(good, "\n"), "\n")
	for c := range strings.SplitSeq(change, "\n") {
		if len(c) < 2 || c[1] != ':' {
			return change
		}
		lines[c[0]-'1'] = strings.ReplaceAll(strings.ReplaceAll(c[2:], `\\`, "\x00"), `\n`, "\n")
		lines[c[0]-'1'] = strings.ReplaceAll(lines[c[0]-'1'], "\x00", `\`)
	}
	return strings.Join(lines, "\n") + "\n"
}
