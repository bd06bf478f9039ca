// POSIX socket, bind, listen, accept, connect, recv: -1 with errno, EBADF for a bad descriptor, ENOTSOCK for a pipe.
#include <assert.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	char b[4];
	int p[2];
	errno = 0;
	int s = socket(AF_INET, SOCK_STREAM, 0);
	assert(s >= 0 || (s == -1 && errno != 0));
	errno = 0;
	assert(bind(-1, (struct sockaddr *)&a, sizeof a) == -1 && errno == EBADF);
	assert(listen(-1, 1) == -1 && accept(-1, NULL, NULL) == -1);
	if (pipe(p) == 0) {
		errno = 0;
		assert(recv(p[0], b, 4, 0) == -1 && errno == ENOTSOCK);
		assert(p[0] != s && p[1] != s);
	}
	return 0;
}
