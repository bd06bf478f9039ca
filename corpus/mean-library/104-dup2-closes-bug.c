// POSIX dup2: the target is closed first and then is a copy; reading it reads the source's pipe.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	int p[2], q[2];
	char c = 0;
	if (pipe(p) != 0 || pipe(q) != 0)
		return 0;
	assert(write(p[1], "p", 1) == 1 && write(q[1], "q", 1) == 1);
	assert(dup2(p[0], q[0]) == q[0]);
	assert(read(q[0], &c, 1) == 1);
	assert(c == 'q');
	return 0;
}
