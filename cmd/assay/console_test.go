package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Errors that were joined are one line, and nothing in them is obeyed by a terminal.
func TestFailIsOneLine(t *testing.T) {
	var errs strings.Builder
	c := &console{stderr: &errs}
	c.fail(withHint(errors.Join(errors.New("one \x1b[2J"), errors.New("two\r")), "do\nthat"))
	if got, want := errs.String(), "assay: one \\u001b[2J; two\nhint: do that\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What a compiler quotes of a candidate, and what the linker says of its symbols,
// reaches no terminal as it is.
func TestForeignTextIsEscaped(t *testing.T) {
	needsGCC(t)
	for name, code := range map[string]string{
		"error":  "#error \x1b[31m\x1b]0;title\a \u009b \xff\n",
		"symbol": "__asm__(\".data\\n.quad \\\"a\\033[31m\\033]0;title\\377\\\"\\n.text\\n\");\nint CryptHash(int n, const unsigned char *m, unsigned long long b, unsigned char *d)\n{\n\t(void)m, (void)b, (void)d;\n\treturn n;\n}\n",
	} {
		dir := t.TempDir()
		write := func(name, text string) {
			file := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		write("c99/a.c", code)
		write("candidate.toml", "id = \"mine\"\nname = \"Mine\"\n[[instance]]\nname = \"Mine-512\"\nkat = \"Mine-512\"\ndigest_bits = 512\n[[implementation]]\nkind = \"c99\"\nlanguage = \"c\"\nsources = [\"c99/a.c\"]\n")
		for _, verb := range [][]string{{"kat", "--impl", "c99", "Mine-512"}, {"kat", "--json", "--impl", "c99", "Mine-512"}} {
			code, out, errs := runs(t, append(verb, "--files", "2_12", "--candidates", dir)...)
			if code != exitFailed || !strings.Contains(out, `\u001b[31m`) {
				t.Errorf("%s, %q: exit code %d\n%s%s", name, verb, code, out, errs)
			}
			if strings.Contains(out, "all output") || strings.Contains(out, "BUILDFAIL") != strings.Contains(errs, "kept by assay run") {
				t.Errorf("%s, %q: names a log that is gone: %q %q", name, verb, out, errs)
			}
			if strings.ContainsFunc(out+errs, func(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 }) {
				t.Errorf("%s, %q: raw: %q %q", name, verb, out, errs)
			}
		}
	}
}
