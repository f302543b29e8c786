/*
 * seal.h: what is mapped before the library is loaded and cannot be written stays as it is: code, constants, and
 * the tables of addresses through which the driver calls the C library (it is linked so that they are complete when the program
 * starts, and read-only). mseal, Linux 6.10. Where there is none, these tables could be opened with mprotect.
 */
#ifndef SYS_mseal
#define SYS_mseal 462
#endif

static void seal(uintptr_t from, uintptr_t to)
{
	from = from / page * page;
	if (from < to)
		(void)ask(SYS_mseal, (long)from, (long)(to - from), 0, 0, 0, 0);
}

static int seal_object(struct dl_phdr_info *object, size_t size, void *nothing)
{
	(void)size, (void)nothing;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &object->dlpi_phdr[i];
		uintptr_t from = object->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
		if (p->p_type == PT_LOAD && !(p->p_flags & PF_W))
			seal(from, (to + page - 1) / page * page);
		else if (p->p_type == PT_GNU_RELRO)
			seal(from, to / page * page);
	}
	return 0;
}
