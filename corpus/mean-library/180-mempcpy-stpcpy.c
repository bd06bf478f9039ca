// Mempcpy(3), stpcpy(3), memccpy(3): they return where the copy ended.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
	char b[8];
	char *e = stpcpy(b, "abc");
	assert(e == b + 3 && *e == 0);
	e = mempcpy(b, "xy", 2);
	assert(e == b + 2 && *e == 'c');
	e = memccpy(b, "pqrs", 'q', 4);
	assert(e == b + 2 && b[1] == 'q' && b[2] == 'c');
	assert(memccpy(b, "pqrs", 'z', 3) == NULL && b[2] == 'r');
	assert(memrchr("aba", 'a', 3) != NULL && strchrnul(b, 0) == b + 3);
	return 0;
}
