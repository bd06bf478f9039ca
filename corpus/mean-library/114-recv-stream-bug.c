// POSIX send/recv on a stream socketpair: what was sent in two pieces may arrive in one.
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	int v[2];
	char b[8];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, v) != 0)
		return 0;
	if (send(v[0], "ab", 2, 0) == 2 && send(v[0], "cd", 2, 0) == 2) {
		ssize_t r = recv(v[1], b, sizeof b, 0);
		assert(r <= 4);
		assert(r == 2);
	}
	return 0;
}
