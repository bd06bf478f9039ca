// Calloc(3): if the multiplication overflows calloc returns an error, never a block that is too small (A5 is about
// memory running out).
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>

int main(void)
{
	volatile size_t n = SIZE_MAX / 2 + 2;
	char *p = calloc(n, 2);
	assert(p == NULL);
	return 0;
}
