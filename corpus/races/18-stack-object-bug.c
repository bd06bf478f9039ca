/* A local variable of main is shared once its address has been passed on: writing it
 * before the join races with the thread's access. */
#include <pthread.h>

static void *work(void *arg)
{
    *(int *)arg += 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    int local = 0;

    pthread_create(&t, 0, work, &local);
    local = 5;
    pthread_join(t, 0);
    return 0;
}
