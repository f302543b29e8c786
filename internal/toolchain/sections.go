package toolchain

import (
	"debug/elf"
	"strings"
)

// Sections are the sizes, in bytes, of what a library takes of memory when it is loaded, by the name of its
// ELF sections. An empty library has some bytes of each: compiler and linker add a little of their own.
type Sections struct {
	Text   int64 `json:"text"`   // .text: code
	ROData int64 `json:"rodata"` // .rodata and .data.rel.ro: constants, those with addresses among them
	Data   int64 `json:"data"`   // .data and .tdata: variables with an initial value
	BSS    int64 `json:"bss"`    // .bss and .tbss: variables that begin as zero; they take no space in the file
	Other  int64 `json:"other"`  // the rest: symbols, relocations, jump tables of the linker, unwinding
}

// sectionKinds says which figure the sections of a name, or of a name and a dot behind it, belong to. The first that fits counts.
var sectionKinds = []struct {
	name string
	of   func(*Sections) *int64
}{
	{".text", func(s *Sections) *int64 { return &s.Text }},
	{".rodata", func(s *Sections) *int64 { return &s.ROData }},
	{".data.rel.ro", func(s *Sections) *int64 { return &s.ROData }},
	{".data", func(s *Sections) *int64 { return &s.Data }},
	{".tdata", func(s *Sections) *int64 { return &s.Data }},
	{".bss", func(s *Sections) *int64 { return &s.BSS }},
	{".tbss", func(s *Sections) *int64 { return &s.BSS }},
}

// sectionsOf adds up the sections that are loaded.
func sectionsOf(f *elf.File) Sections {
	var s Sections
	for _, section := range f.Sections {
		if section.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		size := &s.Other
		for _, k := range sectionKinds {
			if section.Name == k.name || strings.HasPrefix(section.Name, k.name+".") {
				size = k.of(&s)
				break
			}
		}
		*size += int64(section.Size)
	}
	return s
}
