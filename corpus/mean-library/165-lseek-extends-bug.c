// POSIX lseek: seeking behind the end does not by itself extend the file.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>

int main(void)
{
	struct stat s;
	int fd = open("mean-new", O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || lseek(fd, 100, SEEK_SET) != 100)
		return 0;
	if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
		assert(s.st_size >= 100);
	return 0;
}
