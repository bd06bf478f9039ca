/* As 30, but the flag is tested in one step and set in the next. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int flag;
static int inside;

static void *worker(void *unused)
{
    while (flag != 0)
        ;
    flag = 1;
    inside = 1;
    inside = 0;
    if (inside != 0)
        reach_error();
    flag = 0;
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
