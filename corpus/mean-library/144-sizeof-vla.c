// C11 6.5.3.4p2: sizeof evaluates its operand only if it is a variable length array type.
#include <assert.h>

int main(void)
{
	int n = 2, m = 2;
	unsigned long a = sizeof(int[n++]);
	assert(a == 8 && n == 3);
	unsigned long b = sizeof(m++);
	assert(b == 4 && m == 2);
	int v[n];
	n = 10;
	assert(sizeof v == 12);
	char w[2][n];
	assert(sizeof w == 20 && sizeof w[0] == 10 && sizeof(v[0]) == 4);
	return 0;
}
