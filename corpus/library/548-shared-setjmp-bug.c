/* Broken twin of 547: two threads keep where to go back to in one place, and setjmp writes it. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf failed;

static int work(int x)
{
    if (setjmp(failed))
        return -1;
    return 2 * x;
}

static void *worker(void *arg)
{
    assert(work(3) == 6);
    return 0;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    assert(work(4) == 8);
    pthread_join(thread, 0);
    return 0;
}
