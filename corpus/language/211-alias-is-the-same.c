/* __attribute__((alias)): another name of the same function or object. */
#include <assert.h>

static int add(int x) { return x + 1; }
int sum(int) __attribute__((alias("add")));
int counter = 3;
extern int same __attribute__((alias("counter")));

int main(void)
{
	int (*p)(int) = sum, (*q)(int) = add;
	assert(p == q && sum == add && sum(1) == 2);
	same = 9;
	assert(counter == 9 && &same == &counter);
	return 0;
}
