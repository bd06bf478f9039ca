/* Readers and writers by hand: the first reader in takes the room for all readers, the last one out gives it
 * back. The number of readers has its own mutex. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers;
static int page = 1;

static void *reader(void *unused)
{
    pthread_mutex_lock(&count_lock);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&count_lock);

    int first = page;
    int second = page;
    assert(first == second);

    pthread_mutex_lock(&count_lock);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&count_lock);
    return unused;
}

static void *writer(void *unused)
{
    sem_wait(&room);
    page = 2;
    sem_post(&room);
    return unused;
}

int main(void)
{
    pthread_t w, r1, r2;
    sem_init(&room, 0, 1);
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r1, NULL, reader, NULL);
    pthread_create(&r2, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r1, NULL);
    pthread_join(r2, NULL);
    return 0;
}
