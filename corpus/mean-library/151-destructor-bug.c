// Gcc manual: a destructor runs after main has returned.
#include <assert.h>

static int done;
__attribute__((destructor)) static void d(void) { assert(!done); }
int main(void)
{
	done = 1;
	return 0;
}
