package toolchain

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashassay/assay/internal/jail"
)

// The sources of these tests attack the machine through the compiler.

const secret = "6b2f1c40_the_secret"

// needJail skips a test where parts of the jail lack.
func needJail(t *testing.T, parts ...jail.Part) {
	t.Helper()
	for _, p := range parts {
		if !slices.Contains(jail.Available(), p) {
			t.Skipf("there is no %s here: %v", p, jail.Features())
		}
	}
}

// userFile makes a file that anybody may read, somewhere on this machine.
func userFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret.h")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// masks are jails in which either of the two parts that keep from files lacks.
var masks = []string{"", "namespaces", "landlock,seccomp"}

// buildHostile builds what must not build, and checks that neither log nor error nor anything in the folder holds the secret.
func buildHostile(t *testing.T, im string, wants ...string) {
	t.Helper()
	for _, off := range masks {
		t.Setenv(jail.MaskVariable, off)
		c, dir := gcc(t), t.TempDir()
		_, err := c.Build(t.Context(), one(im), Guide, dir)
		be, ok := errors.AsType[*BuildError](err)
		if !ok {
			t.Errorf("without %q: error is %v, want a BuildError", off, err)
			continue
		}
		log := read(t, be.Log)
		if !slices.ContainsFunc(wants, func(w string) bool { return strings.Contains(log, w) }) {
			t.Errorf("without %q: log lacks %q:\n%s", off, wants, log)
		}
		holdsNot(t, dir, secret)
	}
}

func holdsNot(t *testing.T, dir, text string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && strings.Contains(read(t, path), text) {
			t.Errorf("%s holds the secret", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestIncludeOfASystemFile(t *testing.T) {
	needJail(t, jail.Namespaces, jail.Landlock)
	buildHostile(t, "#include \"/etc/passwd\"\n"+plain, "/etc/passwd: No such file or directory", "/etc/passwd: Permission denied")
}

func TestIncludeOfAUsersFile(t *testing.T) {
	needJail(t, jail.Namespaces, jail.Landlock)
	path := userFile(t, "#error "+secret+"\n")
	relative := strings.Repeat("../", 30) + strings.TrimPrefix(path, "/")
	for _, name := range []string{path, relative} {
		buildHostile(t, fmt.Sprintf("#include %q\n", name)+plain, "No such file or directory", "Permission denied")
	}
}

func TestIncludeOfProc(t *testing.T) {
	needJail(t, jail.Namespaces, jail.Landlock)
	for _, name := range []string{"/proc/self/environ", fmt.Sprintf("/proc/%d/environ", os.Getpid()), "/proc/self/cwd/../../../secret"} {
		buildHostile(t, fmt.Sprintf("#include %q\n", name)+plain, "No such file or directory", "Permission denied")
	}
}

func TestIncbin(t *testing.T) {
	needJail(t, jail.Namespaces, jail.Landlock)
	path := userFile(t, secret)
	for _, name := range []string{path, "/etc/passwd"} {
		buildHostile(t, plain+fmt.Sprintf("__asm__(\".data\\n.incbin \\\"%s\\\"\\n.text\");\n", name), "file not found", "Permission denied", "can't open", "No such file")
	}
}

// An assembler directive that includes a file, and a linker script's in a section that the linker reads as options.
func TestAssemblerInclude(t *testing.T) {
	needJail(t, jail.Namespaces, jail.Landlock)
	path := userFile(t, ".error \""+secret+"\"\n")
	buildHostile(t, plain+fmt.Sprintf("__asm__(\".include \\\"%s\\\"\");\n", path), "can't open", "Permission denied", "No such file")
}

// A probe for files that leaves a trace in the library finds none.
func TestHasInclude(t *testing.T) {
	needJail(t, jail.Namespaces)
	path := userFile(t, "")
	for _, name := range []string{path, "/etc/passwd", "/etc/hostname", "/root/.profile"} {
		mustBuild(t, gcc(t), one(fmt.Sprintf("#if defined __has_include && __has_include(%q)\n#error it is there\n#endif\n", name)+plain), Guide)
	}
}

func TestHugeObject(t *testing.T) {
	needJail(t, jail.Rlimits)
	// 100 GB of data that are not zero, and the same written down by the assembler.
	for _, text := range []string{
		"char huge[100000000000] = { 1 };\n" + strings.Replace(plain, "return bits", "digest[1] = (unsigned char)huge[len];\n    return bits", 1),
		plain + "__asm__(\".data\\n.fill 12500000000, 8, 1\\n.text\");\n",
		plain + "__asm__(\".data\\n.rept 2000000000\\n.quad 1\\n.endr\\n.text\");\n",
	} {
		c, dir := gcc(t), t.TempDir()
		_, err := c.Build(t.Context(), one(text), Guide, dir)
		if _, ok := errors.AsType[*BuildError](err); !ok {
			t.Errorf("%.60s: error is %v, want a BuildError", text, err)
		}
		onlyLog(t, dir)
	}
}

// onlyLog checks that a failed build leaves its log and nothing else.
func onlyLog(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "X-256-c99.guide.log" {
		t.Errorf("left are %v, %v", entries, err)
		return
	}
	if info, err := entries[0].Info(); err != nil || info.Size() > 2*maxOutput {
		t.Errorf("the log has %d bytes, %v", info.Size(), err)
	}
}

// withLimits has compilers run with other limits during a test.
func withLimits(t *testing.T, change func(*jail.Limits)) {
	t.Helper()
	before := limits
	change(&limits)
	t.Cleanup(func() { limits = before })
}

func TestHugeMemory(t *testing.T) {
	needJail(t, jail.Rlimits)
	withLimits(t, func(l *jail.Limits) { l.Memory = 256 << 20 })
	// Each macro is ten of the one before: 10^9 tokens.
	text := "#define A0 1,1,1,1,1,1,1,1,1,1\n"
	for i := range 9 {
		text += fmt.Sprintf("#define A%d %s\n", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("A%d,", i), 10), ","))
	}
	dir := t.TempDir()
	_, err := gcc(t).Build(t.Context(), one(text+"int huge[] = { A9 };\n"+plain), Guide, dir)
	be, ok := errors.AsType[*BuildError](err)
	if !ok || !strings.Contains(be.Tail, "out of memory") && !strings.Contains(be.Tail, "memory exhausted") {
		t.Errorf("error is %v, want one of memory", err)
	}
	onlyLog(t, dir)
}

func TestEndlessCompilation(t *testing.T) {
	needJail(t, jail.Rlimits)
	withLimits(t, func(l *jail.Limits) { l.CPUSeconds = 1 })
	// The same macros, whose tokens are counted and thrown away: no memory, but hours.
	text := "#define A0(x) x x x x x x x x x x\n"
	for i := range 12 {
		text += fmt.Sprintf("#define A%d(x) A%d(x) A%d(x) A%d(x) A%d(x) A%d(x) A%d(x) A%d(x) A%d(x)\n", i+1, i, i, i, i, i, i, i, i)
	}
	dir := t.TempDir()
	_, err := gcc(t).Build(t.Context(), one(text+"#if A12(+) 1\n#endif\n"+plain), Guide, dir)
	be, ok := errors.AsType[*BuildError](err)
	if !ok || !strings.Contains(be.Tail, "CPU time limit") && !strings.Contains(be.Tail, "out of memory") {
		t.Errorf("error is %v, want one of CPU time", err)
	}
	onlyLog(t, dir)
}

// A file that includes itself twice: to a depth of 200, which is gcc's limit, 2^200 times.
func TestEndlessIncludes(t *testing.T) {
	needJail(t, jail.Rlimits)
	withLimits(t, func(l *jail.Limits) { l.CPUSeconds = 1 })
	files := fstest.MapFS{"x.c": {Data: []byte("#include \"x.c\"\n#include \"x.c\"\n" + plain)}}
	dir := t.TempDir()
	_, err := gcc(t).Build(t.Context(), candidateOf(files, "x.c"), Guide, dir)
	if _, ok := errors.AsType[*BuildError](err); !ok {
		t.Errorf("error is %v, want a BuildError", err)
	}
	onlyLog(t, dir)
}

// Messages without end are kept in part.
func TestEndlessMessages(t *testing.T) {
	text := strings.Repeat("int f(void) { return undeclared_name_"+strings.Repeat("x", 1000)+"; }\n", 3000)
	dir := t.TempDir()
	_, err := gcc(t).Build(t.Context(), one(text), Guide, dir)
	if _, ok := errors.AsType[*BuildError](err); !ok {
		t.Errorf("error is %v, want a BuildError", err)
	}
	onlyLog(t, dir)
}

// Pragmas that name plug-ins, files and options do nothing of the kind.
func TestPragmas(t *testing.T) {
	plugin := filepath.Join(t.TempDir(), "plugin.so")
	for _, pragma := range []string{
		"GCC plugin " + plugin, fmt.Sprintf("GCC optimize(\"-fplugin=%s\")", plugin), fmt.Sprintf("GCC target(\"-B%s\")", filepath.Dir(plugin)),
		fmt.Sprintf("GCC pch_preprocess %q", plugin), fmt.Sprintf("comment(linker, \"-o%s\")", plugin), fmt.Sprintf("GCC dependency %q", plugin),
	} {
		_, err := gcc(t).Build(t.Context(), one("#pragma "+pragma+"\n"+plain), Guide, t.TempDir())
		if _, ok := errors.AsType[*BuildError](err); err != nil && !ok {
			t.Errorf("%s: %v", pragma, err)
		}
		if entries, err := os.ReadDir(filepath.Dir(plugin)); err != nil || len(entries) != 0 {
			t.Errorf("%s: made %v, %v", pragma, entries, err)
		}
	}
}

// Sources whose names look like options, or like files of options, are sources.
func TestNamesLikeOptions(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made")
	for _, name := range []string{"-fplugin=x.c", "-o" + "y.c", "-wrapper.c", "@x.c", "--help.c", "-Wl,-o,made.c", "-.c"} {
		files := fstest.MapFS{name: {Data: []byte(plain)}, "folder/@x.c": {Data: []byte("-o " + made + "\n")}}
		lib := mustBuild(t, gcc(t), candidateOf(files, name), Guide)
		if names := exported(t, lib.Path); !slices.Equal(names, []string{"CryptHash"}) {
			t.Errorf("%s: exports %q", name, names)
		}
		if !slices.Contains(lib.Command, "./"+name) {
			t.Errorf("%s: the command is %q", name, lib.Command)
		}
	}
}

// hostileCompiler is a compiler that a hostile source has taken over: it does what it likes.
func hostileCompiler(t *testing.T, script string) *Compiler {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return &Compiler{Path: path}
}

// A compiler that was taken over reaches nothing but its own folder.
func TestTakenOver(t *testing.T) {
	needJail(t, jail.Parts()...)
	path := userFile(t, secret)
	home := filepath.Dir(path)
	if err := os.Chmod(home, 0o777); err != nil {
		t.Fatal(err)
	}
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	called := make(chan bool, 1)
	go func() {
		if _, err := server.Accept(); err == nil {
			called <- true
		}
	}()
	port := server.Addr().(*net.TCPAddr).Port
	for _, deed := range []string{
		"cat " + path, "cat /etc/passwd", "ls " + home, "echo x > " + filepath.Join(home, "made"), "rm " + path, "chmod 777 " + path,
		"echo x > /tmp/assay-hostile-made", "touch /usr/lib/assay-hostile-made", "cat /proc/self/environ", "kill -URG " + fmt.Sprint(os.Getpid()), "ls /proc",
		"mount -t tmpfs x /usr", "unshare -r true", fmt.Sprintf("perl -e 'use Socket; socket(S,PF_INET,SOCK_STREAM,0)||exit 1; connect(S,sockaddr_in(%d,inet_aton(\"127.0.0.1\")))||exit 1'", port),
	} {
		for _, off := range []string{"", "namespaces", "landlock", "seccomp"} {
			if off == "namespaces" && (strings.HasPrefix(deed, "kill") || strings.HasPrefix(deed, "chmod")) {
				continue // docs/jail.md: what Landlock does not know, or only since version 6
			}
			t.Setenv(jail.MaskVariable, off)
			if _, err := os.Stat("/usr/bin/perl"); err != nil && strings.HasPrefix(deed, "perl") {
				continue
			}
			if off == "seccomp" && strings.HasPrefix(deed, "unshare") {
				continue // a user namespace in a user namespace gives it nothing
			}
			dir := t.TempDir()
			_, err := hostileCompiler(t, "if "+deed+"; then echo HARM; fi; exit 1").Build(t.Context(), one(plain), Guide, dir)
			be, ok := errors.AsType[*BuildError](err)
			if !ok {
				t.Errorf("%s without %q: %v", deed, off, err)
				continue
			}
			log := read(t, be.Log)
			if strings.Contains(log, "\nHARM\n") || strings.Contains(log, secret) {
				t.Errorf("%s without %q: the log is\n%s", deed, off, log)
			}
		}
	}
	entries, err := os.ReadDir(home)
	if err != nil || len(entries) != 1 || read(t, path) != secret {
		t.Errorf("the user's folder holds %v, %v", entries, err)
	}
	select {
	case <-called:
		t.Error("the server was called")
	default:
	}
}

// What is not a plain file is no library.
func TestLinkForALibrary(t *testing.T) {
	c := hostileCompiler(t, "ln -s /etc/passwd ../X-256-c99.so")
	_, err := c.Build(t.Context(), one(plain), Guide, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("error is %v", err)
	}
}

// A link in the place of the log is not written through.
func TestLinkForALog(t *testing.T) {
	path := userFile(t, secret)
	c := hostileCompiler(t, "ln -s "+path+" ../log\nexit 1")
	_, err := c.Build(t.Context(), one(plain), Guide, t.TempDir())
	if _, ok := errors.AsType[*BuildError](err); !ok || read(t, path) != secret {
		t.Errorf("error is %v, the user's file holds %q", err, read(t, path))
	}
}

// Processes that a compiler leaves behind are ended with it.
func TestLeftProcesses(t *testing.T) {
	needJail(t, jail.Namespaces)
	nap := fmt.Sprintf("601.%09d", os.Getpid())
	c := hostileCompiler(t, "setsid sleep "+nap+" >/dev/null 2>&1 &\nexit 1")
	_, err := c.Build(t.Context(), one(plain), Guide, t.TempDir())
	if _, ok := errors.AsType[*BuildError](err); !ok {
		t.Errorf("error is %v, want a BuildError", err)
	}
	for sleeps(nap) {
	}
}
