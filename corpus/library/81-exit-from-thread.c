/* exit called by any thread ends the whole program: main's join never returns, because
 * the worker never does, and the error behind the join is unreachable. */
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

static void stop(int code)
{
    exit(code);
}

static void *worker(void *arg)
{
    stop(0);
    reach_error();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    reach_error();
    return 0;
}
