/* buffers.h: the message before a protected page, the digest between guard bytes. */

static void *map(size_t n)
{
	unsigned char *p = mmap(NULL, n + 2 * fixed.page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED || mprotect(p + fixed.page, n, PROT_READ | PROT_WRITE) != 0)
		return NULL;
	return p;
}

/* message_buffer returns a place of exactly n bytes that ends at a protected page. */
static unsigned char *message_buffer(size_t n)
{
	if (message_map == NULL || n > message_capacity) {
		if (message_map != NULL)
			munmap(message_map, message_capacity + 2 * fixed.page);
		message_capacity = (n / fixed.page + 1) * fixed.page;
		message_map = map(message_capacity);
		if (message_map == NULL)
			broken("message buffer", strerror(errno));
		message_end = message_map + fixed.page + message_capacity;
	}
	return message_end - n;
}

static unsigned char guard_byte(size_t i)
{
	return (unsigned char)(guard_seed + 29 * i + 0x5a);
}

/* prepare_digest fills the digest with a pattern and lays new guards around it. */
static void prepare_digest(void)
{
	if (fixed.digest == NULL) {
		unsigned char *p;
		fixed.digest_bytes = (size_t)(fixed.digest_bits + 7) / 8;
		p = map((fixed.digest_bytes + 2 * GUARD + fixed.page) / fixed.page * fixed.page);
		if (p == NULL)
			broken("digest buffer", strerror(errno));
		fixed.digest = p + fixed.page + GUARD;
	}
	guard_seed = (unsigned char)(guard_seed + 7);
	for (size_t i = 0; i < GUARD; i++)
		fixed.digest[-1 - (ptrdiff_t)i] = fixed.digest[fixed.digest_bytes + i] = guard_byte(i);
	memset(fixed.digest, 0xd1, fixed.digest_bytes);
}
