/*
 * seal.h: what is mapped before the library is loaded and cannot be written stays as it is: code, constants, and
 * the tables of addresses through which the driver calls the C library (it is linked so that they are complete when the program
 * starts, and read-only). mseal, Linux 6.10. Where there is none, these tables could be opened with mprotect.
 */
static void seal(uintptr_t from, uintptr_t to)
{
	from = from / fixed.page * fixed.page;
	if (from < to)
		(void)ask(SYS_mseal, (long)from, (long)(to - from), 0, 0, 0, 0);
}

/* fix makes pages of the driver's own read-only, for good where the kernel can. */
static void fix(void *pages, size_t n)
{
	if (mprotect(pages, n, PROT_READ) != 0)
		broken("making pages read-only", strerror(errno));
	seal((uintptr_t)pages, (uintptr_t)pages + n);
}

static int seal_object(struct dl_phdr_info *object, size_t size, void *nothing)
{
	(void)size, (void)nothing;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &object->dlpi_phdr[i];
		uintptr_t from = object->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
		if (p->p_type == PT_LOAD && !(p->p_flags & PF_W))
			seal(from, (to + fixed.page - 1) / fixed.page * fixed.page);
		else if (p->p_type == PT_GNU_RELRO)
			seal(from, to / fixed.page * fixed.page);
	}
	return 0;
}
