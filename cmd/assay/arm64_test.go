package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// A whole run on AArch64 under the emulator, with the cross compiler. Its times
// mean nothing; its files do.
func TestRunOnARM64(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("this test emulates AArch64 on Linux on x86-64")
	}
	const prefix = "qemu-aarch64 -L /usr/aarch64-linux-gnu"
	for _, tool := range []string{"qemu-aarch64", "aarch64-linux-gnu-gcc", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here (Debian packages qemu-user, gcc-aarch64-linux-gnu)", tool)
		}
	}
	defer waitForCPU()()
	dir := t.TempDir()
	assay := filepath.Join(dir, "assay")
	build := exec.Command("go", "build", "-o", assay, ".")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := exec.Command("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", assay,
		"run", "--quick", "--trial-target", "2ms", "--only", "^hash-12/", "--dir", filepath.Join(dir, "run"))
	run.Env = append(os.Environ(), "CC=aarch64-linux-gnu-gcc", "ASSAY_EXEC="+prefix)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	d, err := evidence.ReadDataset(filepath.Join(dir, "run"))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Records) != 48 || len(d.Build.Instances) != 6 {
		t.Errorf("%d records of %d implementations, want 48 of 6", len(d.Records), len(d.Build.Instances))
	}
	for _, r := range d.Records {
		if r.Status != evidence.Complete || r.KAT != "PASS" || r.Environment.Architecture != "aarch64" {
			t.Errorf("%s at %d bytes: %s, %s, %s", r.Label, r.InputBytes, r.Status, r.KAT, r.Environment.Architecture)
		}
	}
	for key, e := range d.Memory.Instances {
		for _, m := range e.Messages {
			if f := m.Figures; f == nil || f.Allocations != 0 || e.Language == "c" && (*f.StackBytes <= 0 || *f.HeapPeakBytes != 0) {
				t.Errorf("memory of %s at %d bytes: %+v, %+v", key, m.InputBytes, f, m.Failure)
			}
		}
	}
	if len(d.Memory.Instances) != 6 {
		t.Errorf("memory of %d implementations", len(d.Memory.Instances))
	}
	page, err := os.ReadFile(filepath.Join(dir, "run", "pages", "hash-12.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"AArch64", "times and cycles mean nothing", "aarch64-linux-gnu-gcc"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
