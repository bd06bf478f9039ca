// POSIX _exit: atexit handlers are not called, nor by quick_exit (only at_quick_exit handlers are) or abort.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
static void bad(void) { assert(0); }
int main(void)
{
	atexit(bad);
	if (__VERIFIER_nondet_int())
		_exit(0);
	if (__VERIFIER_nondet_int())
		_Exit(1);
	quick_exit(2);
	return 0;
}
