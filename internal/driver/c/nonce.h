/*
 * nonce.h: the secret of this process, by which the parent tells the driver's reports from a candidate's.
 * It lies in a page of its own that nobody may read but while a report is written. This makes forging
 * hard and no more: the candidate shares the address space and could open the page, too.
 */

enum { NONCE = 32 }; /* hexadecimal digits */

static char *nonce;

/* show_nonce opens the page; "" before the nonce is known. It may run in a signal handler. */
static const char *show_nonce(void)
{
	if (nonce == NULL)
		return "";
	if (mprotect(nonce, page, PROT_READ) != 0)
		_exit(EXIT_BROKEN);
	return nonce;
}

static void hide_nonce(void)
{
	if (nonce != NULL && mprotect(nonce, page, PROT_NONE) != 0)
		_exit(EXIT_BROKEN);
}
