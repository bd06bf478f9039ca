// C11 6.7.9: designators, later ones win, the rest is zero; gcc ranges; nested braces may be left out.
#include <assert.h>

struct s { int a, b[3]; struct { int c, d; }; };
int main(void)
{
	int v[] = { [3] = 7, 8, [0] = 1, 2 };
	assert(sizeof v / sizeof *v == 5 && v[0] == 1 && v[1] == 2 && v[2] == 0 && v[3] == 7 && v[4] == 8);
	struct s x = { .b[1] = 5, 6, .d = 4, .a = 3 }, y = { 1, 2, 3, 4, 5 };
	assert(x.a == 3 && x.b[0] == 0 && x.b[1] == 5 && x.b[2] == 6 && x.c == 0 && x.d == 4);
	assert(y.a == 1 && y.b[0] == 2 && y.b[2] == 4 && y.c == 5 && y.d == 0);
	int r[6] = { [1 ... 3] = 9, [5] = 2 };
	assert(r[0] == 0 && r[1] == 9 && r[3] == 9 && r[4] == 0 && r[5] == 2);
	int *p = (int[]){ 1, 2, 3 };
	p[1]++;
	assert(p[1] == 3 && ((struct s){ .a = 6 }).a == 6 && ((struct s){ .a = 6 }).d == 0);
	return 0;
}
