// Gcc manual: the cleanup runs after the return value has been computed, so it cannot change it.
#include <assert.h>

static void zero(int *p) { *p = 0; }
static int f(void)
{
	__attribute__((cleanup(zero))) int a = 5;
	return a;
}
int main(void)
{
	assert(f() == 0);
	return 0;
}
