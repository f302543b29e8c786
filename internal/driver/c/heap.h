/*
 * heap.h: the allocation functions, counted. The program's own definitions take the place of the C library's for the
 * candidate, too, and for what it calls there (strdup, getline). They are compiled into a driver of their own, which
 * times nothing: MemorySource in source.go.
 *
 * Sizes are the bytes that were asked for, without what an allocator adds. A block that grows or shrinks (realloc) is
 * counted as an allocation that stays where it is. What is asked for while the library is loaded is not counted.
 */

static struct counts {
	long long allocations, frees;   /* calls that gave a block, or took one back */
	long long allocated;            /* bytes, all together */
	long long live, peak;           /* bytes now, and at most since the start of the call */
	long long mapped;               /* bytes of mmap: nobody sees when they are given back in part, so they have no peak */
} heap;

/* A place of 2^class bytes, 64 at least: never returned to the system, but used again. */
struct place { size_t class; struct place *next; };

/* What stands before the bytes that the caller gets; 32 bytes, so that these begin at a multiple of 16. */
struct heading { struct place *place; size_t size, counted, state; };

enum { LEAST_CLASS = 6, CLASSES = 48, ARENA = 1 << 20, ALIGNMENT = 16 };
static const size_t IN_USE = 0x5a11d0f1, FREE = 0xdeadbeef;

static struct place *unused[CLASSES];

static void *pages(size_t n)
{
	/* Not mmap, which is counted below. */
	long p = syscall(SYS_mmap, NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return p == -1 ? NULL : (void *)p;
}

static struct place *find_place(size_t n)
{
	static unsigned char *arena, *arena_end;
	struct place *p;
	size_t class = LEAST_CLASS, size;
	while (class < CLASSES && ((size_t)1 << class) < n)
		class++;
	if (class == CLASSES)
		return NULL;
	if (unused[class] != NULL) {
		p = unused[class];
		unused[class] = p->next;
		return p;
	}
	size = (size_t)1 << class;
	if (size >= ARENA) {
		p = pages(size);
	} else {
		if ((size_t)(arena_end - arena) < size) { /* the rest is lost */
			unsigned char *more = pages(ARENA);
			if (more == NULL)
				return NULL;
			arena = more;
			arena_end = more + ARENA;
		}
		p = (struct place *)(void *)arena;
		arena += size;
	}
	if (p != NULL)
		p->class = class;
	return p;
}

static struct heading *heading_of(void *block)
{
	struct heading *h = (struct heading *)block - 1;
	if (h->state != IN_USE)
		abort(); /* given back twice, or never given */
	return h;
}

/* take returns size bytes at a multiple of alignment, a power of two; it counts nothing. */
static void *take(size_t size, size_t alignment)
{
	struct place *p;
	struct heading *h;
	uintptr_t at;
	if (alignment < ALIGNMENT)
		alignment = ALIGNMENT;
	p = size > PTRDIFF_MAX || alignment > PTRDIFF_MAX / 2 ? NULL : find_place(sizeof *p + sizeof *h + alignment + size);
	if (p == NULL) {
		errno = ENOMEM;
		return NULL;
	}
	at = ((uintptr_t)(p + 1) + sizeof *h + alignment - 1) & ~(uintptr_t)(alignment - 1);
	h = (struct heading *)at - 1;
	h->place = p;
	h->size = size;
	h->counted = 0;
	h->state = IN_USE;
	return (void *)at;
}

static void give_back(void *block)
{
	struct heading *h = heading_of(block);
	struct place *p = h->place;
	h->state = FREE;
	p->next = unused[p->class];
	unused[p->class] = p;
}

/* count takes note of a block, if the candidate asked for it. */
static void *count(void *block)
{
	if (block != NULL && phase == CALLING) {
		struct heading *h = heading_of(block);
		h->counted = 1;
		heap.allocations++;
		heap.allocated += (long long)h->size;
		heap.live += (long long)h->size;
		if (heap.live > heap.peak)
			heap.peak = heap.live;
	}
	return block;
}

/* uncount takes note of a block that goes; only one that was counted leaves the sum. */
static void uncount(const void *block)
{
	const struct heading *h = (const struct heading *)block - 1;
	if (h->counted)
		heap.live -= (long long)h->size;
}

void *malloc(size_t size) { return count(take(size, ALIGNMENT)); }

void free(void *block)
{
	if (block == NULL)
		return;
	(void)heading_of(block);
	if (phase == CALLING)
		heap.frees++;
	uncount(block);
	give_back(block);
}

void *calloc(size_t n, size_t size)
{
	void *block;
	if (size != 0 && n > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	block = take(n * size, ALIGNMENT);
	if (block != NULL)
		memset(block, 0, n * size);
	return count(block);
}

void *realloc(void *block, size_t size)
{
	struct heading *h;
	void *grown;
	if (block == NULL)
		return malloc(size);
	if (size == 0) { /* as the GNU C library does */
		free(block);
		return NULL;
	}
	h = heading_of(block);
	grown = take(size, ALIGNMENT);
	if (grown == NULL)
		return NULL;
	memcpy(grown, block, h->size < size ? h->size : size);
	uncount(block);
	give_back(block);
	return count(grown);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
		errno = EINVAL;
		return NULL;
	}
	return count(take(size, alignment));
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
void *valloc(size_t size) { return aligned_alloc((size_t)sysconf(_SC_PAGESIZE), size); }

void *pvalloc(size_t size)
{
	size_t whole = (size_t)sysconf(_SC_PAGESIZE);
	return aligned_alloc(whole, (size + whole - 1) / whole * whole);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
	void *p;
	int before = errno;
	if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
		return EINVAL;
	p = count(take(size, alignment));
	errno = before;
	if (p == NULL)
		return ENOMEM;
	*block = p;
	return 0;
}

size_t malloc_usable_size(void *block) { return block == NULL ? 0 : heading_of(block)->size; }

/* Memory that a candidate takes from the system itself. */
void *mmap(void *at, size_t n, int protection, int flags, int file, off_t offset)
{
	long p = syscall(SYS_mmap, at, n, protection, flags, file, offset);
	if (p != -1 && phase == CALLING)
		heap.mapped += (long long)n;
	return (void *)p;
}

void *mmap64(void *at, size_t n, int protection, int flags, int file, off64_t offset) { return mmap(at, n, protection, flags, file, offset); }
