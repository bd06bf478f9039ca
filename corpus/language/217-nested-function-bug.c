/* A function inside of a function sees the variables around it as they are when it is called. */
#include <assert.h>

int main(void)
{
	int n = 3;
	int add(int x) { return x + n; }
	n = 10;
	assert(add(2) == 5);
	return 0;
}
