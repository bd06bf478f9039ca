// C11 7.2: with NDEBUG the argument is not evaluated; assert is redefined at each inclusion of the header.
#define NDEBUG
#include <assert.h>
extern void abort(void);
void reach_error(void) { abort(); }
static int x;
static void f(void) { assert(x++ == 99); }
#undef NDEBUG
#include <assert.h>
int main(void)
{
	f();
	if (x != 0)
		reach_error();
	assert(x++ == 0);
	if (x != 1)
		reach_error();
	return 0;
}
