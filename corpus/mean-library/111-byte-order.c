// POSIX htons/htonl, inet_pton: network order is big endian; 1, 0 or -1.
#include <assert.h>
#include <arpa/inet.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	struct in_addr a;
	unsigned char *b = (unsigned char *)&a;
	char s[16];
	assert(htons(0x1234) == 0x3412 && ntohl(0x01020304) == 0x04030201);
	assert(ntohs(htons(0xabcd)) == 0xabcd);
	assert(inet_pton(AF_INET, "127.0.0.1", &a) == 1 && b[0] == 127 && b[1] == 0 && b[3] == 1);
	assert(inet_pton(AF_INET, "256.0.0.1", &a) == 0 && inet_pton(AF_INET, "1.2.3", &a) == 0);
	errno = 0;
	assert(inet_pton(9999, "::1", &a) == -1 && errno == EAFNOSUPPORT);
	a.s_addr = htonl(INADDR_LOOPBACK);
	assert(inet_ntop(AF_INET, &a, s, sizeof s) == s && strcmp(s, "127.0.0.1") == 0);
	return 0;
}
