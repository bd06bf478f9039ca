// C11 7.22.2: rand is in 0..RAND_MAX, srand makes the sequence repeat, seed 1 is the default.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int first = rand(), second = rand();
	assert(first >= 0 && first <= RAND_MAX && second >= 0);
	srand(1);
	assert(rand() == first);
	assert(rand() == second);
	srand(42);
	int a = rand();
	srand(42);
	assert(rand() == a);
	return 0;
}
