// C11 7.22.1.4: with base 0 a leading 0 means octal, so "08" converts only "0".
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *e;
	long v = strtol("010", &e, 0);
	assert(v == 8 && *e == 0);
	v = strtol("08", &e, 0);
	assert(v == 0);
	assert(*e == 0);
	return 0;
}
