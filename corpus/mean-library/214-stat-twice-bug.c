// POSIX stat: the file may change or vanish between two calls (another process).
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
	struct stat a, b;
	if (stat("mean-file", &a) == 0 && stat("mean-file", &b) == 0)
		assert(a.st_size == b.st_size);
	return 0;
}
