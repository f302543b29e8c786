/* opens the tables of addresses of all that was there before it, and their code, for writing (not for executing) */
#include "deed.h"
#include <link.h>
#include <stdint.h>
static const char *harm;
static int each(struct dl_phdr_info *object, size_t size, void *own)
{
	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &object->dlpi_phdr[i];
		uintptr_t from = (object->dlpi_addr + p->p_vaddr) / 4096 * 4096, to = (object->dlpi_addr + p->p_vaddr + p->p_memsz) / 4096 * 4096;
		if ((uintptr_t)own >= object->dlpi_addr && (uintptr_t)own - object->dlpi_addr < 65536)
			return 0; /* this library */
		if (p->p_type == PT_GNU_RELRO && to > from && mprotect((void *)from, to - from, PROT_READ | PROT_WRITE) == 0)
			harm = "can change a table of addresses";
		if (p->p_type == PT_LOAD && (p->p_flags & PF_X) && munmap((void *)from, 4096) == 0)
			harm = "can take code away";
	}
	return 0;
}
static const char *deed(void) { dl_iterate_phdr(each, (void *)&deed); return harm; }
