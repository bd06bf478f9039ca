/* __attribute__((cleanup(f))): f runs at every exit of the variable's scope, last variable first: the closing brace, break,
 * continue, goto, return (after the value is computed), the end of a statement expression, and after a jump into the scope. */
#include <assert.h>

static int order;
static void up(int *p) { order = order * 10 + *p; }
static void first(char *p) { order = order * 10 + *p; }
struct pair { int a, b; };
static void clear(struct pair *p) { order = order * 10 + p->a; p->a = p->b = 0; }
#define UP __attribute__((cleanup(up)))

static void breaks(void) { for (int i = 0; i < 3; i++) { UP int x = i + 1; if (i == 1) break; } }
static void continues(void) { for (int i = 0; i < 3; i++) { UP int x = i + 1; if (i == 1) continue; order = order * 10 + 9; } }
static void jumps(void)
{
	int n = 0;
again:;
	UP int x = ++n;
	if (n < 3)
		goto again;
	{ UP int y = 7; goto out; }
	order = 0;
out:
	order = order * 10 + 8;
}
static struct pair record(void) { __attribute__((cleanup(clear))) struct pair v = {3, 4}; return v; }
static void cases(int k)
{
	switch (k) {
		UP int z;
	case 0: z = 1; break;
	case 1: z = 2; { UP int w = 3; } break;
	default: z = 5;
	}
}
static int expression(void) { return ({ UP int q = 4; q + 1; }) + 0; }
static struct pair record_expression(void) { return ({ __attribute__((cleanup(clear))) struct pair q = {6, 7}; q; }); }
static void loop_variable(void) { for (UP int i = 0; i < 2; i++); }
static void several(void) { UP int a = 1, b = 2, c = 3; }
static int nested(void) { UP int a = 1; { UP int b = 2; { UP int c = 3; return a + b + c; } } }
static int array(int n) { __attribute__((cleanup(first))) char v[n]; v[0] = 6; return v[0]; }
static int condition(void) { int k = 0; while (({ UP int c = 5; k++ < 2; })); return k; }
static void jump_into(void) { goto in; { UP int a; in: a = 3; } }
static int deduced(void) { UP __auto_type x = 8; return x; }
static int of_static(void) { static UP int x = 8; return x; }
static int twice(void)
{
	int t = 0;
l:	{ UP int x = 1; if (t++ == 0) goto l; if (t == 2) { UP int y = 2; goto l; } }
	return t;
}
static int choose(int c) { return c ? ({ UP int a = 1; a + 1; }) : ({ UP int b = 2; b + 1; }); }

static void expect(int wanted) { assert(order == wanted); order = 0; }
int main(void)
{
	breaks(); expect(12);
	continues(); expect(91293);
	jumps(); expect(12783);
	struct pair r = record(); assert(r.a == 3 && r.b == 4); expect(3);
	cases(0); expect(1); cases(1); expect(32); cases(2); expect(5);
	assert(expression() == 5); expect(4);
	r = record_expression(); assert(r.a == 6 && r.b == 7); expect(6);
	loop_variable(); expect(2);
	several(); expect(321);
	assert(nested() == 6); expect(321);
	assert(array(3) == 6); expect(6);
	assert(condition() == 3); expect(555);
	jump_into(); expect(3);
	assert(deduced() == 8); expect(8);
	assert(of_static() == 8); expect(0);
	assert(twice() == 3); expect(1211);
	assert(choose(1) == 2); expect(1);
	assert(choose(0) == 3); expect(2);
	return 0;
}
