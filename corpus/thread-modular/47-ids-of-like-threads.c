/* Two threads of one template have different ids. Views do not tell instances apart, so whatever depends on which
 * of them an id belongs to must not be answered by the number of the template: UNKNOWN is right, TRUE would be
 * luck. */
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
    if (pthread_equal(one, two))
        reach_error();
    return 0;
}
