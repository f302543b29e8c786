package toolchain

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the compilers of this test are shell scripts")
	}
	bin := t.TempDir()
	for name, text := range map[string]string{
		"gcc":      "echo 'gcc (Debian) 12.2.0'\necho 'Copyright'",
		"other-cc": "echo \"other $*\"",
		"with gap": "echo gap",
		"silent":   "",
		"broken":   "exit 3",
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":/bin:/usr/bin")
	for _, test := range []struct{ name, cc, path, version, err string }{
		{"", "", "gcc", "gcc (Debian) 12.2.0", ""},
		{"", "other-cc", "other-cc", "other --version", ""},
		{"other-cc", "gcc", "other-cc", "other --version", ""},
		{filepath.Join(bin, "other-cc"), "", "other-cc", "other --version", ""},
		{"with gap", "", "with gap", "gap", ""},
		{"ccache gcc", "", "", "", `compiler "ccache gcc": arguments are not supported; name a single program`},
		{"", "gcc -m32", "", "", `compiler "gcc -m32" (from $CC): arguments are not supported; name a single program`},
		{"silent", "", "", "", "compiler " + bin + "/silent: gives no version when asked with --version"},
		{"broken", "", "", "", "compiler " + bin + "/broken: cannot be asked for its version: exit status 3"},
	} {
		t.Setenv("CC", test.cc)
		c, err := Find(test.name)
		if test.err != "" {
			if err == nil || err.Error() != test.err {
				t.Errorf("Find(%q) with CC=%q: error is %v, want %s", test.name, test.cc, err, test.err)
			}
			if errors.Is(err, ErrNoCompiler) {
				t.Errorf("Find(%q): a compiler that cannot be used is not a missing one", test.name)
			}
			continue
		}
		if err != nil {
			t.Errorf("Find(%q) with CC=%q: %v", test.name, test.cc, err)
		} else if c.Path != filepath.Join(bin, test.path) || c.Version != test.version {
			t.Errorf("Find(%q) with CC=%q is %+v", test.name, test.cc, c)
		}
	}
}

func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, test := range []struct{ name, cc, err string }{
		{"", "", "no C compiler: gcc: executable file not found in $PATH"},
		{"", "tcc", "no C compiler: tcc (from $CC): executable file not found in $PATH"},
		{"/nowhere/gcc", "", "no C compiler: /nowhere/gcc: stat /nowhere/gcc: no such file or directory"},
	} {
		t.Setenv("CC", test.cc)
		_, err := Find(test.name)
		if !errors.Is(err, ErrNoCompiler) {
			t.Errorf("Find(%q): error is %v, want ErrNoCompiler", test.name, err)
		}
		if runtime.GOOS == "linux" && err.Error() != test.err {
			t.Errorf("Find(%q) with CC=%q: error is %v, want %s", test.name, test.cc, err, test.err)
		}
	}
}

// The guide's strings, word for word.
func TestFlags(t *testing.T) {
	if got := Performance("amd64"); got != "-O3 -march=x86-64 -mavx2 -mtune=native -flto -fomit-frame-pointer -std=c99 -Wpedantic -Wall -Wextra" {
		t.Error(got)
	}
	if got := Performance("arm64"); got != "-O3 -march=armv8.2-a+sve -flto -fomit-frame-pointer -std=c99 -Wpedantic -Wall -Wextra" {
		t.Error(got)
	}
	if got := Performance("riscv64"); got != "" {
		t.Error(got)
	}
	if !strings.HasPrefix(Guide.flags(), "-std=c99 -Wpedantic -Wall -Wextra -O2 -fPIC -D_GNU_SOURCE ") {
		t.Error(Guide.flags())
	}
}

func TestQuote(t *testing.T) {
	got := quote([]string{"gcc", `-DA="b c"`, "it's", "", "../x.so", "-Wl,-z,defs"})
	if want := `gcc '-DA="b c"' 'it'\''s' '' ../x.so -Wl,-z,defs`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
