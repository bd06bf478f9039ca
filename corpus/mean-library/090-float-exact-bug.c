// IEEE 754: 16777217 is not a float; double holds it, 0.1f is not 0.1.
#include <assert.h>
#include <float.h>

int main(void)
{
	int n = 16777217;
	assert((double)n == n && 0.1f != 0.1);
	float f = n;
	assert(f == 16777216.0f);
	assert((int)f == n);
	return 0;
}
