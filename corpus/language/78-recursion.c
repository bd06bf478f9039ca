/* Recursion: each activation has its own locals, addresses of outer locals stay valid
 * in inner calls, mutual recursion, and two threads recursing at the same time. */
#include <assert.h>
#include <pthread.h>

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int chain(int *up, int n)
{
    int mine = *up + n;
    if (n == 0)
        return mine;
    int r = chain(&mine, n - 1);
    *up += 1;
    return r + mine;
}

static void *compute(void *arg)
{
    int *n = arg;
    *n = fib(*n);
    return 0;
}

int main(void)
{
    pthread_t t;
    int a = 4, b = 5, root = 0;

    assert(even(6) && !odd(4) && odd(3));
    assert(chain(&root, 3) == 22 && root == 1);
    pthread_create(&t, 0, compute, &a);
    compute(&b);
    pthread_join(t, 0);
    assert(a == 3 && b == 5);
    return 0;
}
