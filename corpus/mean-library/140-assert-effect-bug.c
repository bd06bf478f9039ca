// C11 7.2.1.1: without NDEBUG the argument of assert is evaluated, with its side effects.
#include <assert.h>

extern void abort(void);
void reach_error(void) { abort(); }
int main(void)
{
	int x = 0;
	assert(++x);
	assert(x-- > 0);
	assert((x = 5));
	if (x == 5)
		reach_error();
	return 0;
}
