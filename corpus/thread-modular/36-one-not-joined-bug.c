/* As 35, but one of the three is not joined. */
#include <pthread.h>

extern void reach_error(void);

static int result;

static void *worker(void *unused)
{
    result = 1;
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    int i;

    for (i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    result = 0;
    if (result != 0)
        reach_error();
    return 0;
}
