package toolchain

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/hashassay/assay/internal/jail"
)

// Library is a built shared library.
type Library struct {
	Path         string   // absolute path of the .so
	SHA256       string   // hex digest of the file
	ELFLoadBytes int64    // sum of the memory sizes of all PT_LOAD segments, in bytes
	Sections     Sections // what the segments hold
	Flags        FlagSet  // which flag set built it
	FlagString   string   // the flags themselves
	Command      []string // the compiler command, run in a copy of the candidate's folder; without the compiler's own folder
	Log          string   // absolute path of the compiler's output

	Jail []jail.Part // what was in force around the compiler; nil for a library that was not built here
}

// CheckLibrary says whether a file can be a shared library: a regular file in
// ELF format. Whether it loads is for the driver to find out.
func CheckLibrary(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() { // a pipe would be waited for
		return fmt.Errorf("%s: is not a regular file", path)
	}
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("%s: is not an ELF file: %w", path, err)
	}
	return f.Close()
}

// Native says whether an ELF file holds code of the architecture that this program itself is of.
func Native(path string) bool {
	f, err := elf.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return f.Machine == map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "riscv64": elf.EM_RISCV}[runtime.GOARCH]
}

// Adopt copies a finished shared library to dir/<label>.so, to be measured as it
// is: nobody knows with which flags it was built. An older library under the same
// name is replaced only by a finished one.
func Adopt(path, label, dir string) (*Library, error) {
	lib := &Library{Flags: Prebuilt, FlagString: "not known: the library was given as it is"}
	if err := lib.adopt(path, label, dir); err != nil {
		return nil, fmt.Errorf("%s: %w", label, err)
	}
	return lib, nil
}

func (l *Library) adopt(path, label, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	l.Path = filepath.Join(dir, label+".so")
	if err := CheckLibrary(path); err != nil {
		return err
	}
	work, err := workshop(dir, label+"."+string(Prebuilt))
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	draft := filepath.Join(work, label+".so")
	if err := os.WriteFile(draft, content, 0o777); err != nil {
		return err
	}
	if err := publish(draft, l.Path); err != nil {
		return err
	}
	return l.inspect()
}

// inspect fills SHA256, ELFLoadBytes and Sections from the file.
func (l *Library) inspect() error {
	f, err := os.Open(l.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, f); err != nil {
		return fmt.Errorf("%s: %w", l.Path, err)
	}
	l.SHA256 = hex.EncodeToString(digest.Sum(nil))

	file, err := elf.NewFile(f)
	if err != nil {
		return fmt.Errorf("%s: is not an ELF file: %w", l.Path, err)
	}
	l.ELFLoadBytes = 0
	for _, p := range file.Progs {
		if p.Type == elf.PT_LOAD {
			l.ELFLoadBytes += int64(p.Memsz)
		}
	}
	l.Sections = sectionsOf(file)
	return nil
}
