/* A spin lock excludes like a mutex, if both threads take the same one. */
#include <pthread.h>

pthread_spinlock_t locks[2];
int data;

void *worker(void *arg)
{
    pthread_spin_lock(&locks[0]);
    data++;
    pthread_spin_unlock(&locks[0]);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&locks[0], PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&locks[1], PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, 0, worker, 0);
    pthread_spin_lock(&locks[0]);
    data++;
    pthread_spin_unlock(&locks[0]);
    pthread_join(t, 0);
    return 0;
}
