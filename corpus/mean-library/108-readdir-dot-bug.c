// POSIX readdir: the order is unspecified, "." need not come first (it does not on ext4 with hashed directories, or
// overlayfs).
#include <assert.h>
#include <dirent.h>
#include <string.h>

int main(void)
{
	DIR *d = opendir("/");
	if (!d)
		return 0;
	struct dirent *e = readdir(d);
	if (e)
		assert(strcmp(e->d_name, ".") == 0);
	return 0;
}
