// POSIX access/open: between the two the file may go away, or descriptors run out: fails with ulimit -n 3.
#include <assert.h>
#include <unistd.h>
#include <fcntl.h>

int main(void)
{
	int r = access("/dev/null", R_OK);
	assert(r == 0 || r == -1);
	if (r == 0) {
		int fd = open("/dev/null", O_RDONLY);
		assert(fd >= 0);
	}
	return 0;
}
