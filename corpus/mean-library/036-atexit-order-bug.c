// C11 7.22.4.4: the handler registered last runs first.
#include <assert.h>
#include <stdlib.h>

static int n;
static void first(void) { n = 1; }
static void second(void) { assert(n == 1); }
int main(void)
{
	atexit(first);
	atexit(second);
	exit(0);
	return 0;
}
