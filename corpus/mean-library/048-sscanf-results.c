// C11 7.21.6.2: EOF only for input failure before the first conversion; %n and %*d are not counted.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int a = 9, b = 9, n = -1;
	assert(sscanf("12 34", "%d%n", &a, &n) == 1 && a == 12 && n == 2);
	assert(sscanf("", "%d", &a) == EOF);
	assert(sscanf("   ", "%d", &a) == EOF);
	assert(sscanf("x", "%d", &a) == 0 && a == 12);
	assert(sscanf("1 2 3", "%*d %d %*d%n", &b, &n) == 1 && b == 2 && n == 5);
	assert(sscanf("5", "%d %d", &a, &b) == 1 && a == 5 && b == 2);
	assert(sscanf("abc", "abc%n", &n) == 0 && n == 3);
	return 0;
}
