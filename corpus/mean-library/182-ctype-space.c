// C11 7.4.1.10: white space in the "C" locale is the set of six characters; isblank has two of them.
#include <assert.h>
#include <ctype.h>

int main(void)
{
	int n = 0, k = 0;
	for (int c = 0; c < 128; c++) {
		n += isspace(c) != 0;
		k += isblank(c) != 0;
	}
	assert(n == 6 && k == 2);
	assert(isspace('\v') && isspace('\f') && !isspace('\b'));
	assert(!isspace(0) && iscntrl(0) && iscntrl(127) && !isprint(127));
	return 0;
}
