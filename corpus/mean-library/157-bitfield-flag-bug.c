// C11 6.7.2 and gcc: an int field of one bit is signed, 1 reads back as -1.
#include <assert.h>

struct s { int flag : 1; unsigned ok : 1; };
int main(void)
{
	struct s x = { 0, 1 };
	x.flag = 1;
	assert(x.ok == 1 && x.flag);
	assert(x.flag == 1);
	return 0;
}
