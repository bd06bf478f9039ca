// POSIX select: on a timeout the bits are cleared, the set has to be filled again.
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
	int p[2];
	fd_set r;
	struct timeval t = { 0, 1 };
	if (pipe(p) != 0 || p[0] >= FD_SETSIZE)
		return 0;
	FD_ZERO(&r);
	FD_SET(p[0], &r);
	assert(select(p[0] + 1, &r, NULL, NULL, &t) == 0);
	assert(FD_ISSET(p[0], &r));
	return 0;
}
