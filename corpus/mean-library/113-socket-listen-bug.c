// POSIX bind: the port may be in use or forbidden (EADDRINUSE, EACCES): fails when another process has it.
#include <assert.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>

int main(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(80) };
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int s = socket(AF_INET, SOCK_STREAM, 0);
	if (s >= 0)
		assert(bind(s, (struct sockaddr *)&a, sizeof a) == 0);
	return 0;
}
