/* goto forwards, backwards, out of nested loops, into the middle of a loop, across a
 * block's declarations, and the error-unwinding ladder. */
#include <assert.h>
#include <stdlib.h>

static int live;

static void *take(int ok) { return ok ? (live++, malloc(1)) : NULL; }
static void drop(void *p) { live--; free(p); }

static int setup(int a_ok, int b_ok, int c_ok)
{
    int err = -1;
    void *a, *b, *c;

    if (!(a = take(a_ok)))
        goto out;
    if (!(b = take(b_ok)))
        goto free_a;
    if (!(c = take(c_ok)))
        goto free_b;
    err = 0;
    drop(c);
free_b:
    drop(b);
free_a:
    drop(a);
out:
    return err;
}

static int find_pair(int sum)
{
    int i, j;
    for (i = 1; i < 6; i++)
        for (j = i; j < 6; j++)
            if (i + j == sum && i * j > 7)
                goto found;
    return -1;
found:
    return 10 * i + j;
}

static int into_loop(int start)
{
    int n = 0, i = start;
    goto middle;
    while (i < 5) {
        n += 100;
middle:
        n++;
        i++;
    }
    return n;
}

static int backwards(void)
{
    int n = 0;
again:;
    int fresh;                  /* a jump back passes its declaration anew */
    fresh = n;
    n = fresh + 3;
    if (n < 10)
        goto again;
    return n;
}

int main(void)
{
    assert(setup(1, 1, 1) == 0 && live == 0);
    assert(setup(1, 1, 0) == -1 && live == 0);
    assert(setup(1, 0, 0) == -1 && live == 0);
    assert(setup(0, 0, 0) == -1 && live == 0);
    assert(find_pair(6) == 24);
    assert(find_pair(3) == -1);
    assert(into_loop(3) == 102);
    assert(into_loop(9) == 1);
    assert(backwards() == 12);
    return 0;
}
