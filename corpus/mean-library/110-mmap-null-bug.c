// Mmap(2): the error value is MAP_FAILED, (void *)-1, not NULL.
#include <assert.h>
#include <sys/mman.h>
#include <stddef.h>

int main(void)
{
	void *p = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, -1, 0);
	assert(p == NULL);
	return 0;
}
