// POSIX opendir/readdir: NULL at the end leaves errno alone; names are not empty and have no slash.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <string.h>

int main(void)
{
	DIR *d = opendir("mean-dir");
	if (!d) {
		assert(errno != 0);
		return 0;
	}
	errno = 0;
	struct dirent *e = readdir(d);
	if (e)
		assert(e->d_name[0] != 0 && strchr(e->d_name, '/') == NULL);
	assert(closedir(d) == 0 || errno != 0);
	return 0;
}
