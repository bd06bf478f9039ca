// C11 7.22.3.1, POSIX posix_memalign: the block has the alignment; an alignment that is no power of two is EINVAL.
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <errno.h>

int main(void)
{
	char *p = aligned_alloc(64, 128);
	void *q = NULL;
	assert((uintptr_t)p % 64 == 0);
	assert(posix_memalign(&q, 32, 10) == 0 && (uintptr_t)q % 32 == 0);
	free(p); free(q);
	assert(posix_memalign(&q, 24, 10) == EINVAL);
	assert(posix_memalign(&q, 1, 10) == EINVAL);
	return 0;
}
