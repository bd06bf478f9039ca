/* As 47, but the error is where the ids differ, which they always do: an analysis that gives all instances of a
 * template one id proves this. */
#include <pthread.h>

extern void reach_error(void);

static void *worker(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    if (!pthread_equal(one, two))
        reach_error();
    return 0;
}
