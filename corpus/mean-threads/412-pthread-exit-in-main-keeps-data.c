/* pthread_exit in main ends main's thread only; globals live on, and what main wrote before creation is seen. */
#include <assert.h>
#include <pthread.h>

int data;

void *worker(void *arg)
{
    assert(data == 3);
    data = 4;
    return 0;
}

int main(void)
{
    pthread_t t;
    data = 3;
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
