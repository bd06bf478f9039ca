/* Two variables with __attribute__((cleanup)): the last one declared is cleaned up first, not the first one. */
#include <assert.h>

static int order;
static void up(int *p) { order = order * 10 + *p; }

int main(void)
{
	{
		__attribute__((cleanup(up))) int a = 1;
		__attribute__((cleanup(up))) int b = 2;
	}
	assert(order == 12);
	return 0;
}
