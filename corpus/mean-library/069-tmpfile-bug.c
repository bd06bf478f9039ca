// C11 7.21.4.3: tmpfile returns a null pointer if no file can be created: fails with ulimit -n 3.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	FILE *f = tmpfile();
	FILE *g = tmpfile();
	if (f && g)
		assert(f != g);
	assert(f != NULL);
	return 0;
}
