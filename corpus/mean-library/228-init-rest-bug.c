// C11 6.7.9p21: the elements after a designated one continue from there.
#include <assert.h>

int main(void)
{
	int v[4] = { 1, [2] = 5, 6 };
	assert(v[0] == 1 && v[2] == 5);
	assert(v[1] == 6);
	return 0;
}
