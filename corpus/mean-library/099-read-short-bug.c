// POSIX read: a read may be short: fails for an input with fewer than four bytes.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	char b[4];
	ssize_t r = read(0, b, sizeof b);
	if (r > 0)
		assert(r == sizeof b);
	return 0;
}
