// C11 7.22.4.4: exit calls the atexit handlers, even from deep inside a function.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static void bad(void) { assert(0); }
static int f(int x)
{
	if (x == 0)
		exit(3);
	return f(x - 1);
}
int main(void)
{
	atexit(bad);
	f(2);
	_exit(0);
}
