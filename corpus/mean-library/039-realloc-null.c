// C11 7.22.3.5: realloc(NULL, n) is malloc(n); contents are kept up to the smaller size; calloc zeroes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *p = realloc(NULL, 4);
	memcpy(p, "abc", 4);
	p = realloc(p, 100);
	assert(strcmp(p, "abc") == 0);
	p[99] = 1;
	p = realloc(p, 2);
	assert(p[0] == 'a' && p[1] == 'b');
	int *z = calloc(3, sizeof *z);
	assert(z[0] == 0 && z[1] == 0 && z[2] == 0);
	free(p); free(z); free(NULL);
	return 0;
}
