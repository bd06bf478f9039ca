// C11 7.22.3.4: the value of malloced memory is indeterminate.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	unsigned char *o = malloc(24);
	for (int i = 0; i < 24; i++)
		o[i] = 9;
	free(o);
	unsigned char *p = malloc(24);
	assert(p[20] != 9);
	free(p);
	return 0;
}
