/* const, volatile, restrict and inline change no values: const objects and pointers to
 * const, volatile locals, restrict parameters, static and extern inline functions. */
#include <assert.h>
#include <pthread.h>

static const int limit = 3;
static const char *const names[] = { "a", "b" };

static inline int square(int x) { return x * x; }
inline int twice(int x) { return 2 * x; }
extern inline int twice(int x);         /* emits the external definition here */
static __inline__ __attribute__((always_inline)) int thrice(int x) { return 3 * x; }

static void add(int n, int *restrict to, const int *restrict from)
{
    for (int i = 0; i < n; i++)
        to[i] += from[i];
}

static void *count(void *arg)
{
    volatile int *v = arg;
    for (volatile int i = 0; i < limit; i++)
        (*v)++;
    return 0;
}

int main(void)
{
    int a[] = { 1, 2 }, b[] = { 10, 20 };
    volatile int v = 0;
    const int *p = a;
    int *const q = a;
    register int r = 4;
    const volatile int cv = 9;
    pthread_t t;

    add(2, a, b);
    assert(a[0] == 11 && a[1] == 22 && b[1] == 20);
    assert(*p == 11 && *++p == 22);
    *q = 5;
    assert(a[0] == 5 && *names[1] == 'b' && cv == 9);
    assert(square(r) == 16 && twice(r) == 8 && thrice(r) == 12);
    pthread_create(&t, 0, count, (void *)&v);
    pthread_join(t, 0);
    assert(v == limit);
    return 0;
}
