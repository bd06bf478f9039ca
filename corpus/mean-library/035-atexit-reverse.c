// C11 7.22.4.4: handlers run in the reverse order of registration, once for each registration, after main returns.
#include <assert.h>
#include <stdlib.h>

static int n;
static void a(void) { assert(n == 2); n++; }
static void b(void) { assert(n == 0 || n == 1); n++; }
static void last(void) { assert(n == 3); }
int main(void)
{
	atexit(last);
	atexit(a);
	atexit(b);
	atexit(b);
	assert(n == 0);
	return 0;
}
