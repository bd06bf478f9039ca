// C11 6.5.3.4p2: the operand of sizeof is not evaluated when its type is not a VLA.
#include <assert.h>

int main(void)
{
	int n = 0;
	unsigned long s = sizeof(n++) + _Alignof(int);
	assert(s == 8);
	assert(n == 1);
	return 0;
}
