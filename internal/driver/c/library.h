/* library.h: what the file of the library asks for, read before the library is loaded. */

/* has_text_relocations says whether the dynamic section wants the linker to write into code. */
static int has_text_relocations(int file, const ElfW(Phdr) *dynamic)
{
	ElfW(Dyn) entry;
	for (size_t at = 0; at + sizeof entry <= dynamic->p_filesz; at += sizeof entry) {
		if (pread(file, &entry, sizeof entry, (off_t)(dynamic->p_offset + at)) != sizeof entry || entry.d_tag == DT_NULL)
			return 0;
		if (entry.d_tag == DT_TEXTREL || (entry.d_tag == DT_FLAGS && (entry.d_un.d_val & DF_TEXTREL)))
			return 1;
	}
	return 0;
}

/*
 * inspect takes note of what is refused on all machines alike, whatever of the jail is in force there: memory in which code could be
 * written. What it cannot read the dynamic linker will complain about.
 */
static void inspect(void)
{
	int file = open(fixed.target, O_RDONLY | O_CLOEXEC | O_NONBLOCK), stack = PF_X; /* executable if the file does not say */
	ElfW(Ehdr) header;
	ElfW(Phdr) p;
	if (pread(file, &header, sizeof header, 0) == sizeof header && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_phentsize == sizeof p) {
		for (int i = 0; i < header.e_phnum; i++) {
			if (pread(file, &p, sizeof p, (off_t)(header.e_phoff + (size_t)i * sizeof p)) != sizeof p)
				break;
			if (p.p_type == PT_GNU_STACK)
				stack = (int)p.p_flags & PF_X;
			else if (p.p_type == PT_LOAD && (p.p_flags & PF_W) && (p.p_flags & PF_X))
				fixed.refused = "has a segment that is both writable and executable";
			else if (p.p_type == PT_DYNAMIC)
				fixed.text_relocations = has_text_relocations(file, &p);
		}
		if (stack && fixed.refused == NULL)
			fixed.refused = "asks for an executable stack (nested functions whose address is taken, or assembly without .note.GNU-stack)";
	}
	close(file);
}
