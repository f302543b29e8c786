package toolchain

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashassay/assay/internal/candidate"
)

// gcc returns the compiler, or skips the test where none can be used.
func gcc(t *testing.T) *Compiler {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("building needs Linux")
	}
	c, err := Find("gcc")
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// candidateOf is an implementation of instance X-256 in files with these sources.
func candidateOf(files fs.FS, sources ...string) *candidate.Implementation {
	c := &candidate.Candidate{ID: "x-1", Name: "X", Files: files}
	in := &candidate.Instance{Candidate: c, Name: "X-256", DigestBits: 256}
	return &candidate.Implementation{Instance: in, Kind: "c99", Label: "X-256-c99", Language: candidate.C, Sources: sources}
}

// one is a candidate with a single source file.
func one(text string) *candidate.Implementation {
	return candidateOf(fstest.MapFS{"x.c": {Data: []byte(text)}}, "x.c")
}

const signature = "int CryptHash(int bits, const unsigned char *msg, unsigned long long len, unsigned char *digest)"

// plain is a candidate that uses all its parameters.
const plain = signature + ";\n" + signature + "\n{\n    digest[0] = len ? msg[0] : 0;\n    return bits == 0;\n}\n"

func mustBuild(t *testing.T, c *Compiler, im *candidate.Implementation, flags FlagSet) *Library {
	t.Helper()
	lib, err := c.Build(t.Context(), im, flags, t.TempDir())
	if err != nil {
		if be, ok := errors.AsType[*BuildError](err); ok {
			t.Log(be.Tail)
		}
		t.Fatal(err)
	}
	return lib
}

func mustFail(t *testing.T, c *Compiler, im *candidate.Implementation, flags FlagSet) *BuildError {
	t.Helper()
	_, err := c.Build(t.Context(), im, flags, t.TempDir())
	be, ok := errors.AsType[*BuildError](err)
	if !ok {
		t.Fatalf("error is %v, want a BuildError", err)
	}
	if be.Flags != flags {
		t.Errorf("flags are %s, want %s", be.Flags, flags)
	}
	return be
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// exported returns the names of the functions and data a library defines for others.
func exported(t *testing.T, path string) []string {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		t.Fatal(err)
	}
	var names []string
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_BIND(s.Info) != elf.STB_LOCAL { // AArch64 lists section names too
			names = append(names, s.Name)
		}
	}
	return names
}

func TestBuild(t *testing.T) {
	c := gcc(t)
	dir := filepath.Join(t.TempDir(), "lib") // is made
	lib, err := c.Build(t.Context(), one(plain), Guide, dir)
	if err != nil {
		t.Fatal(err)
	}
	data := read(t, lib.Path)
	sum := sha256.Sum256([]byte(data))
	if lib.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("SHA256 is %s, want %x", lib.SHA256, sum)
	}
	if lib.Path != filepath.Join(dir, "X-256-c99.so") || lib.Log != filepath.Join(dir, "X-256-c99.guide.log") {
		t.Errorf("files are %s and %s", lib.Path, lib.Log)
	}
	if lib.FlagString != Reference+" "+Additions || lib.Flags != Guide {
		t.Errorf("flags are %s: %s", lib.Flags, lib.FlagString)
	}
	if names := exported(t, lib.Path); !slices.Equal(names, []string{"CryptHash"}) {
		t.Errorf("exports %q, want CryptHash alone", names)
	}
	f, err := elf.NewFile(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var want int64
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			want += int64(p.Memsz)
		}
	}
	if lib.ELFLoadBytes != want || want == 0 {
		t.Errorf("ELFLoadBytes is %d, want %d", lib.ELFLoadBytes, want)
	}
	if needed, err := f.ImportedLibraries(); err != nil || slices.Contains(needed, "libm.so.6") {
		t.Errorf("needs %q (%v), though libm is not used", needed, err)
	}
	want1 := "gcc " + Reference + " " + Additions
	if log := read(t, lib.Log); !strings.HasPrefix(log, want1) || strings.Count(log, "\n") != 1 {
		t.Errorf("log is %q, want one line that begins with %q", log, want1)
	}
	if command := strings.Join(lib.Command, " "); command+"\n" != read(t, lib.Log) {
		t.Errorf("command is %q, and the log %q", command, read(t, lib.Log))
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("folder has %v (%v), want library and log", entries, err)
	}
}

// Static memory counts zeroed data, which takes no room in the file.
func TestLoadBytesCountsZeroedData(t *testing.T) {
	c := gcc(t)
	small := mustBuild(t, c, one(plain), Guide)
	big := mustBuild(t, c, one("static unsigned char room[1000000];\n"+strings.Replace(plain, "{\n", "{\n    room[len % sizeof room]++;\n", 1)), Guide)
	if grown := big.ELFLoadBytes - small.ELFLoadBytes; grown < 1000000 || grown > 1010000 {
		t.Errorf("a million bytes more make %d more", grown)
	}
}

func TestWarningsAreKept(t *testing.T) {
	lib := mustBuild(t, gcc(t), one(strings.Replace(plain, "{\n", "{\n    int unused;\n", 1)), Guide)
	log := read(t, lib.Log)
	if !strings.Contains(log, "x.c:4:9: warning: unused variable 'unused'") {
		t.Errorf("log has no warning about the unused variable:\n%s", log)
	}
	if dir := filepath.Dir(lib.Path); strings.Contains(log, dir) {
		t.Errorf("log names the local folder %s:\n%s", dir, log)
	}
}

func TestCompileError(t *testing.T) {
	be := mustFail(t, gcc(t), one(plain+"#error \"not on this machine\"\n"), Guide)
	want := `does not build with the guide flags: x.c:7:2: error: #error "not on this machine" (all output: X-256-c99.guide.log)`
	if be.Error() != want {
		t.Errorf("error is\n%s, want\n%s", be.Error(), want)
	}
	log := read(t, be.Log)
	if !strings.HasPrefix(log, "gcc -std=c99") || !strings.Contains(log, "#error") || !strings.HasSuffix(log, "the compiler ended with exit status 1\n") {
		t.Errorf("log is\n%s", log)
	}
	if !strings.HasSuffix(log, be.Tail+"\n") || !strings.Contains(be.Tail, "#error") {
		t.Errorf("tail is not the end of the log:\n%s", be.Tail)
	}
}

// A failed build does not take away the library that was there.
func TestFailedBuildKeepsTheOldLibrary(t *testing.T) {
	c, dir := gcc(t), t.TempDir()
	lib, err := c.Build(t.Context(), one(plain), Guide, dir)
	if err != nil {
		t.Fatal(err)
	}
	before := read(t, lib.Path)
	if _, err := c.Build(t.Context(), one("#error no\n"), Default, dir); err == nil {
		t.Fatal("no error")
	}
	if read(t, lib.Path) != before {
		t.Error("the library changed")
	}
}

func TestMissingFunction(t *testing.T) {
	be := mustFail(t, gcc(t), one(strings.Replace(plain, "return bits", "no_such_function();\n    return bits", 1)), Guide)
	if !strings.Contains(be.Error(), "undefined reference to `no_such_function'") {
		t.Errorf("error is %v", be)
	}
	if log := read(t, be.Log); !strings.Contains(log, "implicit declaration") || strings.Contains(log, filepath.Dir(be.Log)) {
		t.Errorf("log is\n%s", log)
	}
}

func TestMathLibrary(t *testing.T) {
	text := "#include <math.h>\n" + strings.Replace(plain, "return bits", "digest[1] = (unsigned char)fma((double)len, 1.5, (double)bits);\n    return bits", 1)
	lib := mustBuild(t, gcc(t), one(text), Guide)
	f, err := elf.Open(lib.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if names, err := f.ImportedSymbols(); err != nil || !slices.ContainsFunc(names, func(s elf.ImportedSymbol) bool { return s.Name == "fma" }) {
		t.Errorf("imports %v (%v), want fma", names, err)
	}
}

// A library without CryptHash is built: to find it missing is the driver's part.
func TestMissingCryptHash(t *testing.T) {
	lib := mustBuild(t, gcc(t), one("int crypthash(void);\nint crypthash(void) { return 0; }\n"), Guide)
	if names := exported(t, lib.Path); len(names) != 0 {
		t.Errorf("exports %q, want nothing", names)
	}
}

// A candidate's own functions, whatever they are called, stay inside, and its
// calls of them cannot be led elsewhere: no relocation names them.
func TestInnerNamesStayInside(t *testing.T) {
	text := `
extern int table[4];
int table[4] = { 1, 2, 3, 4 };
void *memcpy_helper(void *to, const void *from, int n);
void __attribute__((noinline)) *memcpy_helper(void *to, const void *from, int n)
{
    while (n-- > 0)
        ((char *)to)[n] = ((const char *)from)[n];
    return to;
}
int main(void);
int main(void) { return 0; }
` + strings.Replace(plain, "return bits", `memcpy_helper(digest, table, 4);
    if (len > 1)
        return CryptHash(bits, msg, 1, digest);
    return bits`, 1)
	for _, flags := range []FlagSet{Guide, Default} {
		lib := mustBuild(t, gcc(t), one(text), flags)
		if names := exported(t, lib.Path); !slices.Equal(names, []string{"CryptHash"}) {
			t.Errorf("exports %q, want CryptHash alone", names)
		}
		f, err := elf.Open(lib.Path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		symbols, err := f.DynamicSymbols()
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range f.Sections {
			if section.Type != elf.SHT_RELA {
				continue
			}
			data, err := section.Data()
			if err != nil {
				t.Fatal(err)
			}
			for ; len(data) >= 24; data = data[24:] { // Elf64_Rela: offset, info, addend
				if symbol := f.ByteOrder.Uint64(data[8:]) >> 32; symbol != 0 && symbols[symbol-1].Section != elf.SHN_UNDEF {
					t.Errorf("a relocation in %s leaves %s to the dynamic linker", section.Name, symbols[symbol-1].Name)
				}
			}
		}
	}
}

func TestSourcesIncludeDefines(t *testing.T) {
	files := fstest.MapFS{
		"candidate.toml": {Data: []byte("id")},
		"src/x.c": {Data: []byte(`
#include <string.h>
#include "params.h"
#include "../shared/tables.inc"
` + signature + `;
` + signature + `
{
    static const char name[] = ALGORITHM_INSTANCE;
    (void)msg;
    digest[0] = (unsigned char)(tables[0] + second(len));
    return strcmp(name, "X-256") || sizeof name != 6 || bits != DIGEST_BIT_LENGTH;
}
`)},
		"src/more files/second.c": {Data: []byte("#include \"params.h\"\nint second(unsigned long long n) { return (int)n; }\n")},
		"headers/params.h":        {Data: []byte("int second(unsigned long long n);\n")},
		"shared/tables.inc":       {Data: []byte("static const int tables[] = { 7 };\n")},
	}
	im := candidateOf(files, "src/x.c", "src/more files/second.c")
	im.Include = []string{"headers"}
	im.Defines = []string{`ALGORITHM_INSTANCE="X-256"`, "DIGEST_BIT_LENGTH=256"}
	lib := mustBuild(t, gcc(t), im, Guide)
	log := read(t, lib.Log)
	for _, want := range []string{`'-DALGORITHM_INSTANCE="X-256"' -DDIGEST_BIT_LENGTH=256 -Iheaders `, ` src/x.c 'src/more files/second.c' -lm`} {
		if !strings.Contains(log, want) {
			t.Errorf("log lacks %s:\n%s", want, log)
		}
	}
	if strings.Contains(log, "warning") {
		t.Errorf("log has warnings:\n%s", log)
	}
}

// Sources that need GNU C build with the default flags only.
func TestFallbackFlags(t *testing.T) {
	c := gcc(t)
	im := one(strings.Replace(plain, "{\n", "{\n    typeof(bits) copy = bits;\n    asm volatile(\"\");\n    digest[1] = (unsigned char)copy;\n", 1))
	mustFail(t, c, im, Guide)
	lib := mustBuild(t, c, im, Default)
	if lib.Flags != Default || lib.FlagString != "-O2 -std=gnu11 -fno-strict-aliasing -fwrapv -fno-omit-frame-pointer "+Additions || filepath.Base(lib.Log) != "X-256-c99.harness-default.log" {
		t.Errorf("library is %+v", lib)
	}
}

// The bytes do not depend on the folder, its depth, or the time.
func TestReproducible(t *testing.T) {
	c := gcc(t)
	text := "#include <assert.h>\n" + strings.Replace(plain, "{\n", "{\n    static const char built[] = __FILE__ __DATE__ __TIME__;\n    assert(bits);\n    digest[1] = (unsigned char)built[len % sizeof built];\n", 1)
	im := candidateOf(fstest.MapFS{"deep/x.c": {Data: []byte(text)}, "y.c": {Data: []byte("int y(void);\nint y(void) { return 1; }\n")}}, "deep/x.c", "y.c")
	first := mustBuild(t, c, im, Guide)
	dir := filepath.Join(t.TempDir(), "another", "folder with a longer name")
	second, err := c.Build(t.Context(), im, Guide, dir)
	if err != nil {
		t.Fatal(err)
	}
	if first.SHA256 != second.SHA256 {
		t.Errorf("digests are %s and %s", first.SHA256, second.SHA256)
	}
	if read(t, first.Log) != read(t, second.Log) {
		t.Errorf("logs differ:\n%s\n%s", read(t, first.Log), read(t, second.Log))
	}
	for _, path := range []string{first.Path, second.Path} {
		if bytes.Contains([]byte(read(t, path)), []byte(filepath.Dir(path))) {
			t.Errorf("%s holds the name of its folder", path)
		}
	}
}

// The user's environment does not reach the compiler.
func TestEnvironment(t *testing.T) {
	headers := t.TempDir()
	if err := os.WriteFile(filepath.Join(headers, "local.h"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CPATH", headers)
	be := mustFail(t, gcc(t), one("#include <local.h>\n"+plain), Guide)
	if !strings.Contains(be.Error(), "local.h: No such file or directory") {
		t.Errorf("error is %v", be)
	}
}

func TestRefused(t *testing.T) {
	c := gcc(t)
	goCode := one(plain)
	goCode.Language = candidate.Go
	if _, err := c.Build(t.Context(), goCode, Guide, t.TempDir()); err == nil || err.Error() != "X-256-c99: is written in go, not C" {
		t.Errorf("error is %v", err)
	}
	if _, err := c.Build(t.Context(), one(plain), "other", t.TempDir()); err == nil || err.Error() != `X-256-c99: unknown flag set "other"` {
		t.Errorf("error is %v", err)
	}
	full := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(full, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := c.Build(t.Context(), one(plain), Guide, full)
	if _, isVerdict := errors.AsType[*BuildError](err); err == nil || isVerdict {
		t.Errorf("error is %v, want one that is no BuildError", err)
	}
}

func TestFullDiskIsNoVerdict(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("building needs Linux")
	}
	path := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho 'as: out.o: No space left on device'\nexit 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := (&Compiler{Path: path}).Build(t.Context(), one(plain), Guide, t.TempDir())
	if err == nil || err.Error() != "X-256-c99: compiling: No space left on device" {
		t.Errorf("error is %v", err)
	}
}

// The guide's other architecture, where Debian's cross compiler is there.
func TestCrossCompiler(t *testing.T) {
	gcc(t)
	c, err := Find("aarch64-linux-gnu-gcc")
	if err != nil {
		t.Skip(err)
	}
	lib := mustBuild(t, c, one(plain), Guide)
	f, err := elf.Open(lib.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Machine != elf.EM_AARCH64 {
		t.Errorf("machine is %s", f.Machine)
	}
	if names := exported(t, lib.Path); !slices.Equal(names, []string{"CryptHash"}) {
		t.Errorf("exports %q, want CryptHash alone", names)
	}
	if lib.Command[0] != "aarch64-linux-gnu-gcc" {
		t.Errorf("command is %q", lib.Command)
	}
}
