/* C11 threads, one of which forgets the mutex: the other one's lock does not help, an
 * update can be lost, and the accesses race. */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int n;

static int careful(void *arg)
{
    mtx_lock(&m);
    n++;
    mtx_unlock(&m);
    return 0;
}

static int careless(void *arg)
{
    n++;
    return 0;
}

int main(void)
{
    thrd_t a, b;

    mtx_init(&m, mtx_plain);
    thrd_create(&a, careful, 0);
    thrd_create(&b, careless, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(n == 2);
    return 0;
}
