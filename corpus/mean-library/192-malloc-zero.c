// Malloc(3) of glibc: malloc(0) gives a unique pointer that can be freed.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	size_t n = 0;
	char *p = malloc(n), *q = malloc(n), *r = malloc(1);
	assert(p != q && p != r && q != r);
	free(p); free(q); free(r);
	return 0;
}
