// POSIX select: the result is the number of set bits that remain; with none ready the sets are emptied.
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
	int p[2];
	fd_set r;
	struct timeval t = { 0, 0 };
	if (pipe(p) != 0 || p[0] >= FD_SETSIZE)
		return 0;
	FD_ZERO(&r);
	FD_SET(p[0], &r);
	assert(FD_ISSET(p[0], &r));
	assert(select(p[0] + 1, &r, NULL, NULL, &t) == 0 && !FD_ISSET(p[0], &r));
	assert(write(p[1], "x", 1) == 1);
	FD_SET(p[0], &r);
	assert(select(p[0] + 1, &r, NULL, NULL, NULL) == 1 && FD_ISSET(p[0], &r));
	return 0;
}
