// C11 7.22.3.5: bytes beyond the old size are indeterminate after realloc, even if the block came from calloc.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *o = malloc(64);
	memset(o, 7, 64);
	free(o);
	char *p = calloc(1, 8);
	p = realloc(p, 64);
	assert(p[0] == 0 && p[7] == 0);
	assert(p[40] == 0);
	free(p);
	return 0;
}
