/* setjmp returns 0 when it is called; the handler of an error that never comes is not entered. A jump
 * back is not modelled, and there is none. Each thread has an environment of its own. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static int work(int x)
{
    jmp_buf failed;

    if (setjmp(failed))
        return -1;
    if (x < 0)
        longjmp(failed, 1);
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
