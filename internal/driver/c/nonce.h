/*
 * nonce.h: the secret of this process, by which the parent tells the driver's reports from a candidate's.
 * It lies in a page of its own that nobody may read but while a report is written. This makes forging
 * hard and no more: the candidate shares the address space and could open the page, too.
 */

enum { NONCE = 32 }; /* hexadecimal digits */

/* show_nonce opens the page; "" before the nonce is known. It may run in a signal handler. */
static const char *show_nonce(void)
{
	if (fixed.nonce == NULL)
		return "";
	if (mprotect(fixed.nonce, fixed.page, PROT_READ) != 0)
		_exit(EXIT_BROKEN);
	return fixed.nonce;
}

static void hide_nonce(void)
{
	if (fixed.nonce != NULL && mprotect(fixed.nonce, fixed.page, PROT_NONE) != 0)
		_exit(EXIT_BROKEN);
}
