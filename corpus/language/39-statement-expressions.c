/* GNU statement expressions: the value of the last expression, locals that shadow,
 * safe MAX macros that evaluate their arguments once, early exit by break and return,
 * and nesting. */
#include <assert.h>

#define MAX(a, b) ({ typeof(a) a_ = (a); typeof(b) b_ = (b); a_ > b_ ? a_ : b_; })

static int calls;
static int f(int v) { calls++; return v; }

static int first_negative(const int *a, int n)
{
    for (int i = 0; i < n; i++)
        (void)({ if (a[i] < 0) return i; 0; });
    return -1;
}

static int checked_div(int a, int b)
{
    return a / ({ if (b == 0) return -1; b; });
}

int main(void)
{
    int x = 3, y;
    int data[] = { 4, 2, -1, 7 };

    assert(MAX(f(3), f(5)) == 5 && calls == 2);
    assert(MAX(MAX(1, f(9)), MAX(f(2), 4)) == 9 && calls == 4);

    y = ({ int x = 10; x++; x * 2; });
    assert(y == 22 && x == 3);
    x += ({ int t = x; while (t < 10) t *= 2; t; });
    assert(x == 15);

    assert(first_negative(data, 4) == 2);
    assert(first_negative(data, 2) == -1);
    assert(checked_div(7, 2) == 3 && checked_div(7, 0) == -1);

    for (;;)
        y = ({ if (y > 25) break; y + 1; });
    assert(y == 26);
    ({ x = 1; });
    assert(x == 1);
    assert(({ struct { int a, b; } s = { 1, 2 }; s; }).b == 2);
    return 0;
}
