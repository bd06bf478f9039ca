// The last decrement is not protected by the mutex.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t write_lock;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int readers, x;
static void *reader(void *a) {
    pthread_mutex_lock(&m);
    if (++readers == 1) sem_wait(&write_lock);
    pthread_mutex_unlock(&m);
    assert(x % 2 == 0);
    if (--readers == 0) sem_post(&write_lock);
    return 0;
}
int main(void) {
    pthread_t t, u;
    sem_init(&write_lock, 0, 1);
    pthread_create(&t, 0, reader, 0);
    pthread_create(&u, 0, reader, 0);
    sem_wait(&write_lock);
    x++;
    x++;
    sem_post(&write_lock);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
