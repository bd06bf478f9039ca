/* A static object whose initialiser is not modelled has not just any contents. */
#include <assert.h>

static double _Complex z = 2.0 + 3.0i;
int main(void)
{
	char c = *(char *)&z;
	assert(c == 0);
	return 0;
}
