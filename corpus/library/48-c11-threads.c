/* C11 threads: thrd_create and thrd_join with int results, thrd_exit, thrd_current and
 * thrd_equal, thrd_yield and thrd_sleep, and a mutex of <threads.h>. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static int sum;
static thrd_t child;

static int add(void *arg)
{
    mtx_lock(&lock);
    sum += *(int *)arg;
    mtx_unlock(&lock);
    thrd_yield();
    thrd_sleep(&(struct timespec) { 0, 1000 }, 0);
    return *(int *)arg * 2;
}

static int leave(void *arg)
{
    child = thrd_current();
    thrd_exit(77);
}

int main(void)
{
    thrd_t a, b;
    int three = 3, four = 4, ra = 0, rb = 0;

    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(thrd_create(&a, add, &three) == thrd_success);
    thrd_create(&b, add, &four);
    assert(!thrd_equal(a, b) && !thrd_equal(a, thrd_current()));
    thrd_join(a, &ra);
    assert(thrd_join(b, &rb) == thrd_success);
    assert(sum == 7 && ra == 6 && rb == 8);
    thrd_create(&a, leave, 0);
    thrd_join(a, &ra);
    assert(ra == 77 && thrd_equal(child, a));
    thrd_create(&a, leave, 0);
    thrd_join(a, 0);
    mtx_destroy(&lock);
    return 0;
}
