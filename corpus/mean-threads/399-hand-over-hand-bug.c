/* Two nodes, a lock each; whoever goes on takes the next lock before it gives up the last one. Here main writes the second node with the lock of the
   first one: a race. */
#include <pthread.h>

pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int value[2];

void *worker(void *arg)
{
    pthread_mutex_lock(&lock[0]);
    value[0]++;
    pthread_mutex_lock(&lock[1]);
    pthread_mutex_unlock(&lock[0]);
    value[1]++;
    pthread_mutex_unlock(&lock[1]);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&lock[0]);
    value[1]++;
    pthread_mutex_unlock(&lock[0]);
    pthread_join(t, 0);
    return 0;
}
