/* Function pointers: tables indexed by an opcode, callbacks with context, pointers in
 * structs, comparison with a function's address, implicit & and *, a function that
 * returns a function pointer, and a pointer chosen by ?:. */
#include <assert.h>
#include <stddef.h>

typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const binary table[] = { add, &sub, *mul, NULL };

struct visitor { void (*visit)(void *ctx, int v); void *ctx; };

static void accumulate(void *ctx, int v) { *(int *)ctx += v; }
static void maximum(void *ctx, int v)
{
    int *m = ctx;
    if (v > *m)
        *m = v;
}

static void each(const int *a, int n, const struct visitor *v)
{
    while (n--)
        v->visit(v->ctx, *a++);
}

static int (*pick(char op))(int, int)
{
    switch (op) {
    case '+': return add;
    case '-': return sub;
    default:  return mul;
    }
}

int main(void)
{
    int data[] = { 3, 9, 4 };
    int sum = 0, max = 0, n = 0;
    binary f;

    assert(table[0](6, 2) == 8 && table[1](6, 2) == 4 && table[2](6, 2) == 12);
    for (n = 0; table[n]; n++)
        ;
    assert(n == 3);

    each(data, 3, &(struct visitor) { accumulate, &sum });
    each(data, 3, &(struct visitor) { maximum, &max });
    assert(sum == 16 && max == 9);

    assert(pick('-')(1, 5) == -4);
    assert((*pick('*'))(3, 5) == 15);
    f = sum > 10 ? add : sub;
    assert(f == add && f != sub && f == &add);
    assert((****f)(1, 1) == 2);
    f = table[1];
    assert(f(add(1, 2), mul(2, 2)) == -1);
    return 0;
}
