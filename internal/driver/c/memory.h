/*
 * memory.h: mode memory, which measures what single calls use: the depth of their stack and their heap.
 *
 * CryptHash runs on a stack of its own between protected pages. The stack is painted before each call, and the
 * deepest word that has lost its paint tells how deep the call went: what it wrote, not what it only set aside. The paint differs from
 * word to word and from call to call, so that what the candidate writes does not look like paint in all of them.
 * Depths count from where an empty function stops, in multiples of 8 bytes.
 */
#include <ucontext.h>

enum {
	STACK = 8 << 20, /* as large as the limit of the other modes */
	GAP = 1 << 20,   /* of protected memory below it: large frames must not reach over it */
	MOST_CALLS = 16, /* as parse has it */
};

static unsigned char *stack_low; /* the stack's lowest byte */
static ucontext_t outside, inside;
static uint64_t paint;
static crypt_hash called;
static const unsigned char *called_message;
static int called_rc;

static uint64_t painted(size_t word) { return (paint + word) * 0x9e3779b97f4a7c15u; } /* 2^64 divided by the golden ratio, odd */

/* enter is the first function on the painted stack. */
static void enter(void)
{
	phase = CALLING;
	called_rc = called((int)fixed.digest_bits, called_message, 8ULL * (unsigned long long)fixed.bytes, fixed.digest);
	phase = OWN;
}

static int nothing(int digest_length, const unsigned char *message, unsigned long long bits, unsigned char *to)
{
	(void)digest_length, (void)message, (void)bits, (void)to;
	return 0;
}

/* depth_of calls f on the painted stack and returns how many bytes lie between its deepest trace and the stack's end. */
static long long depth_of(crypt_hash f)
{
	uint64_t *word = (uint64_t *)(void *)stack_low;
	size_t words = STACK / sizeof *word, i;
	paint += words;
	for (i = 0; i < words; i++)
		word[i] = painted(i);
	called = f;
	getcontext(&inside);
	inside.uc_stack.ss_sp = stack_low;
	inside.uc_stack.ss_size = STACK;
	inside.uc_link = &outside;
	makecontext(&inside, enter, 0);
	swapcontext(&outside, &inside);
	restore_floating();
	for (i = 0; i < words && word[i] == painted(i); i++)
		;
	return (long long)((words - i) * sizeof *word);
}

/* make_stack maps the painted stack. */
static void make_stack(void)
{
	unsigned char *all = map(GAP + STACK);
	if (all == NULL || mprotect(all + fixed.page, GAP, PROT_NONE) != 0)
		broken("painted stack", strerror(errno));
	stack_low = all + fixed.page + GAP;
	stack_top = (char *)stack_low + STACK;
	stack_limit = STACK;
}

static void memory(void)
{
	char *first = malloc((size_t)fixed.digest_bits / 4 + 3), *later = malloc((size_t)fixed.digest_bits / 4 + 3), *line;
	struct { long long depth; struct counts heap; } use[MOST_CALLS];
	unsigned char *message = message_buffer((size_t)fixed.bytes);
	long long empty;
	int n;
	make_stack();
	for (size_t i = 0; i < (size_t)fixed.bytes; i++)
		message[i] = (unsigned char)(7 * i + 1);
	called_message = message;
	prepare_digest();
	empty = depth_of(nothing);
	for (long long i = 0; i < fixed.calls; i++) {
		prepare_digest();
		catch_signals(ALL_SIGNALS);
		heap.allocations = heap.frees = heap.allocated = heap.mapped = 0;
		heap.peak = heap.live; /* of earlier calls */
		use[i].depth = depth_of(found.hash) - empty;
		use[i].heap = heap;
		check(called_rc);
		put_hex(i == 0 ? first : later, fixed.digest, fixed.digest_bytes);
		if (i > 0 && strcmp(first, later) != 0)
			fail("CRYPTOFAIL", "the digest of the message changed: %s at first, %s later", first, later);
	}
	line = malloc(512 + 320 * MOST_CALLS + (size_t)fixed.digest_bits);
	n = sprintf(line, "{\"event\":\"memory\",\"nonce\":\"%s\",\"stack_limit_bytes\":%d,\"calls\":[", show_nonce(), STACK);
	for (long long i = 0; i < fixed.calls; i++)
		n += sprintf(line + n, "%s{\"stack_bytes\":%lld,\"heap_peak_bytes\":%lld,\"heap_live_bytes\":%lld,\"allocated_bytes\":%lld,"
		    "\"allocations\":%lld,\"frees\":%lld,\"mapped_bytes\":%lld}", i == 0 ? "" : ",", use[i].depth, use[i].heap.peak,
		    use[i].heap.live, use[i].heap.allocated, use[i].heap.allocations, use[i].heap.frees, use[i].heap.mapped);
	n += sprintf(line + n, "],\"digest\":\"%s\"}\n", first);
	write_all(line, (size_t)n);
}
