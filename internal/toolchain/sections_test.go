package toolchain

import (
	"debug/elf"
	"slices"
	"strings"
	"testing"
)

// Each section grows by what the source adds to it, give or take alignment and what uses the addition.
func TestSections(t *testing.T) {
	c := gcc(t)
	base := mustBuild(t, c, one(plain), Guide).Sections
	with := func(declaration, use string) Sections {
		return mustBuild(t, c, one(declaration+"\n"+strings.Replace(plain, "{\n", "{\n    "+use+"\n", 1)), Guide).Sections
	}
	const slack = 512
	for _, k := range []struct {
		what, declaration, use string
		grows                  string
		by, most               int64
	}{
		{"constants", "static const unsigned char table[5000] = {[4999] = 1};", "digest[1] = table[len % 5000];", "rodata", 5000, 5000},
		{"constants with addresses", "static const char x[] = \"x\", *const table[1000] = {[999] = x};", "digest[1] = table[len % 1000] != 0;", "rodata", 8000, 8000},
		{"variables", "static unsigned char table[5000] = {[4999] = 1};", "digest[1] = table[len % 5000]++;", "data", 5000, 5000},
		{"zeroed variables", "static unsigned char table[5000];", "digest[1] = table[len % 5000]++;", "bss", 5000, 5000},
		// How long code is is the compiler's to say.
		{"code", "", strings.Repeat("digest[len % 7 + msg[3]] ^= bits ^ (unsigned char)len; ", 200), "text", 1000, 40000},
	} {
		s := with(k.declaration, k.use)
		for name, grown := range map[string]int64{
			"text": s.Text - base.Text, "rodata": s.ROData - base.ROData, "data": s.Data - base.Data, "bss": s.BSS - base.BSS,
		} {
			var least, most int64
			if name == k.grows {
				least, most = k.by, k.most
			}
			if grown < least-slack || grown > most+slack {
				t.Errorf("%s: %s grows by %d, want %d to %d: %+v, before %+v", k.what, name, grown, least, most, s, base)
			}
		}
	}
}

// The figures leave nothing out, and count nothing that is not loaded.
func TestSectionsAreComplete(t *testing.T) {
	lib := mustBuild(t, gcc(t), one(plain), Guide)
	f, err := elf.Open(lib.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all int64
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 {
			all += int64(s.Size)
		}
	}
	s := lib.Sections
	if sum := s.Text + s.ROData + s.Data + s.BSS + s.Other; sum != all || sum > lib.ELFLoadBytes || slices.Contains([]int64{s.Text, s.Other}, 0) {
		t.Errorf("%+v is %d bytes in all; the sections are %d, the segments %d", s, sum, all, lib.ELFLoadBytes)
	}
}
