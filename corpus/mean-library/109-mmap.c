// Mmap(2): MAP_ANONYMOUS memory is zero and page aligned; length 0 is EINVAL; failure is MAP_FAILED.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>
#include <errno.h>
#include <stdint.h>
#include <stddef.h>

int main(void)
{
	errno = 0;
	assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
	errno = 0;
	assert(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED && errno == EBADF);
	char *p = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return 0;
	assert(p != NULL && (uintptr_t)p % 4096 == 0);
	assert(p[0] == 0 && p[99] == 0);
	p[99] = 5;
	assert(p[99] == 5 && munmap(p, 100) == 0);
	return 0;
}
