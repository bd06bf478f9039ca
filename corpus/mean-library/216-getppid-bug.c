// POSIX getppid: the parent may end between the calls, then there is a new one.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	int a = getppid(), b = getppid();
	assert(a == b);
	return 0;
}
