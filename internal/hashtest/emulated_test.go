package hashtest

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// The vectors pass on other architectures: 64-bit ARM, the big-endian s390x
// (both under emulation) and 32-bit x86, which this machine runs itself.
func TestOtherArchitectures(t *testing.T) {
	if testing.Short() {
		t.Skip("builds every hash package for three architectures")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("this test runs on Linux on x86-64")
	}
	for arch, emulator := range map[string]string{"arm64": "qemu-aarch64", "s390x": "qemu-s390x", "386": ""} {
		t.Run(arch, func(t *testing.T) {
			for _, tool := range []string{"go", emulator} {
				if _, err := exec.LookPath(tool); tool != "" && err != nil {
					t.Skipf("%s is not here (Debian package qemu-user)", tool)
				}
			}
			args := []string{"test", "-run", "Vectors", "-count=1"}
			if emulator != "" {
				args = append(args, "-exec", emulator)
			}
			args = append(args, hashPackages(t)...)
			cmd := exec.Command("go", args...)
			cmd.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// hashPackages lists the packages whose tests use this one.
func hashPackages(t *testing.T) []string {
	t.Helper()
	const module = "github.com/hashassay/assay"
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.TestImports}} {{.XTestImports}}", module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []string
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(line, " ")
		if strings.Contains(imports, module+"/internal/hashtest") {
			packages = append(packages, path)
		}
	}
	if len(packages) == 0 {
		t.Fatal("no package uses hashtest")
	}
	return packages
}
