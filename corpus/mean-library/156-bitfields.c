// C11 6.3.1.1, 6.7.2.1 and gcc: narrow unsigned fields promote to int, int:1 holds 0 and -1, stores wrap; struct
// copies keep them.
#include <assert.h>

struct s { unsigned u : 3; int s : 1; int t : 4; unsigned f : 32; _Bool b : 1; };
int main(void)
{
	struct s x = { 0 }, y;
	x.u = 9;
	assert(x.u == 1 && x.u - 2 < 0);
	assert(x.f - 1 > 0);
	x.s = 1;
	assert(x.s == -1);
	x.t = 8;
	assert(x.t == -8);
	assert((x.u = 15) == 7 && x.u++ == 7 && x.u == 0);
	x.b = 2;
	assert(x.b == 1);
	y = x;
	y.t++;
	assert(y.t == -7 && x.t == -8 && y.s == -1);
	return 0;
}
