/* main waits for the worker, and the worker waits for main: a cycle. */
#include <pthread.h>

pthread_t main_id;

void *worker(void *arg)
{
    pthread_join(main_id, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    main_id = pthread_self();
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
