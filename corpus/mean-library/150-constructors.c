// Gcc manual, constructor priorities: smaller numbers first, before main; destructors the other way round, after the
// atexit handlers of main.
#include <assert.h>
#include <stdlib.h>

static int n;
__attribute__((constructor(202))) static void c2(void) { assert(n == 1); n = 2; }
__attribute__((constructor(201))) static void c1(void) { assert(n == 0); n = 1; }
__attribute__((destructor(201))) static void d1(void) { assert(n == 5); }
__attribute__((destructor(202))) static void d2(void) { assert(n == 4); n = 5; }
static void at(void) { assert(n == 3); n = 4; }
int main(void)
{
	assert(n == 2);
	n = 3;
	atexit(at);
	return 0;
}
