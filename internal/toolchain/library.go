package toolchain

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"os"
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
