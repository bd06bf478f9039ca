/* A function inside of a function sees the variables around it. */
#include <assert.h>

int main(void)
{
	int n = 3;
	int add(int x) { return x + n; }
	assert(add(2) == 5);
	n = 10;
	assert(add(2) == 12);
	return 0;
}
