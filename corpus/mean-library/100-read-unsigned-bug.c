// POSIX read and C11 6.3.1.8: -1 compared with sizeof becomes huge: fails when standard input is closed.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	char b[4];
	ssize_t r = read(0, b, sizeof b);
	assert(r <= 4);
	assert(r <= sizeof b);
	return 0;
}
