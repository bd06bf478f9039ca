// C11 6.5.13-17: &&, ||, ?: and comma have sequence points; gcc's a ?: b evaluates a once.
#include <assert.h>

static int n, log_[8];
static int f(int id, int v) { log_[n++] = id; return v; }
int main(void)
{
	int r = f(1, 0) && f(2, 1);
	r += f(3, 5) || f(4, 1);
	r += f(5, 7) ?: f(6, 1);
	assert(n == 3 && r == 8 && log_[2] == 5);
	n = 0;
	r = (f(1, 1), f(2, 2));
	assert(r == 2 && log_[0] == 1 && log_[1] == 2);
	r = f(3, 0) ? f(4, 4) : f(5, 5);
	assert(n == 4 && log_[3] == 5 && r == 5);
	r = ({ int t = f(6, 6); t * 2; });
	assert(r == 12 && -1 ?: 5);
	return 0;
}
