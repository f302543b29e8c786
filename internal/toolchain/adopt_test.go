package toolchain

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A library that is given as it is is copied to the byte.
func TestAdopt(t *testing.T) {
	built := mustBuild(t, gcc(t), one(plain), Guide)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "X-A.so"), []byte("older"), 0o666); err != nil {
		t.Fatal(err)
	}
	lib, err := Adopt(built.Path, "X-A", dir)
	if err != nil {
		t.Fatal(err)
	}
	if lib.Path != filepath.Join(dir, "X-A.so") || lib.SHA256 != built.SHA256 || lib.ELFLoadBytes != built.ELFLoadBytes || lib.Flags != Prebuilt || !strings.Contains(lib.FlagString, "not known") {
		t.Errorf("adopted %+v, built %+v", lib, built)
	}
	want, err := os.ReadFile(built.Path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(lib.Path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the copy differs (%v)", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}

func TestAdoptRefuses(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.so")
	if err := os.WriteFile(text, []byte("no library"), 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{text: "is not an ELF file", dir: "is not a regular file", filepath.Join(dir, "nowhere"): "no such file"} {
		if lib, err := Adopt(path, "X-A", t.TempDir()); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "X-A: ") {
			t.Errorf("%s: %v (%v)", path, lib, err)
		}
	}
}
