/* As 03, but x is written once more after the mutex is released. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *worker(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    x = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
