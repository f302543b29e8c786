/*
 * fixed.h: what the driver knows before the library is loaded, in pages of their own. They are read-only from then on, and sealed where
 * the kernel can (seal.h): a constructor that looks in the driver's memory for the number of calls finds it, but cannot change it.
 */

typedef int (*crypt_hash)(int, const unsigned char *, unsigned long long, unsigned char *);
struct code_range { uintptr_t from, to; }; /* from is 0: not known */

enum { LARGEST_PAGE = 1 << 16, LONGEST_FILTER = 1024 };
#define PAGES_OF_ITS_OWN __attribute__((aligned(LARGEST_PAGE)))

struct fixed {
	/* what the command line says */
	const char *mode, *target;
	long long digest_bits, cpu, bytes, warmups, calls, window_ns, cpu_seconds, address_space, clock_windows, jail;

	size_t page;
	int in, out;                                 /* the protocol's descriptors, moved away from 0 and 1 */
	int captured;                                /* what the candidate writes to standard output */
	pid_t self;                                  /* a forked copy sees another one */
	int confined;                                /* the seccomp filter is in force */
	nlink_t tasks;                               /* link count of /proc/self/task: 2 + threads */
	int status_file, sched_file, tasks_folder;   /* of this process in /proc, opened before that is out of reach */
	int counter, counter_errno;                  /* cycles and instructions of this thread */
	char *nonce;
	unsigned char *digest;                       /* GUARD bytes before and after it */
	size_t digest_bytes;
	struct code_range driver_code, linker_code;  /* where their instructions are */
	const char *refused;                         /* why the library is not loaded at all */
	int text_relocations;                        /* the library has some: the linker must write into its code */
	struct sock_filter steps[2][LONGEST_FILTER]; /* the filter: while the library is loaded, and afterwards */
	struct sock_fprog programs[2];
};
static union { struct fixed its; char room[LARGEST_PAGE]; } fixed_pages PAGES_OF_ITS_OWN;
#define fixed fixed_pages.its

/* The same for what is known when the library is loaded. */
static union { crypt_hash hash; char room[LARGEST_PAGE]; } found PAGES_OF_ITS_OWN;
