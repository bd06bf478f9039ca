// POSIX poll: negative descriptors are ignored, a closed one is POLLNVAL, the result counts entries with revents.
#include <assert.h>
#include <poll.h>
#include <unistd.h>

int main(void)
{
	int p[2];
	if (pipe(p) != 0)
		return 0;
	struct pollfd f[2] = { { p[0], POLLIN, 77 }, { -1, POLLIN, 77 } };
	assert(poll(f, 2, 0) == 0 && f[0].revents == 0 && f[1].revents == 0);
	assert(write(p[1], "x", 1) == 1);
	assert(poll(f, 2, -1) == 1 && (f[0].revents & POLLIN) && f[1].revents == 0);
	close(p[0]);
	assert(poll(f, 1, 0) == 1 && (f[0].revents & POLLNVAL));
	return 0;
}
