// C11 7.21.6.2: after a matching failure later directives, %n too, are not executed.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int a = 0, n = 0;
	int r = sscanf("7;", "%d,%n", &a, &n);
	assert(r == 1 && a == 7);
	assert(n == 1 || n == 2);
	return 0;
}
