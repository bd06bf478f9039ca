/* main waits for the worker, and the worker waits for main, but main ends with pthread_exit instead of joining: no cycle. */
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
    pthread_exit(0);
    return 0;
}
