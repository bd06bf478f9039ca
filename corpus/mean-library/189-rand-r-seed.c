// POSIX rand_r: the value depends only on the seed object, which is all the state.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	unsigned s = 5, t = 5;
	int a = rand_r(&s);
	srand(99);
	int b = rand_r(&t);
	assert(a == b && s == t);
	assert(a >= 0 && a <= RAND_MAX);
	assert(rand_r(&s) == rand_r(&t));
	return 0;
}
