/* Readers and writers whose reader count has no lock. An increment can be lost: then the count drops to zero
 * while a reader is still inside, the writer is let in and the reader sees the page change (assertion, race).
 * In other orders two readers both think they are the first and one waits for ever: deadlock. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t room;
static int readers;
static int page = 1;

static void *reader(void *unused)
{
    if (++readers == 1)
        sem_wait(&room);

    int first = page;
    int second = page;
    assert(first == second);

    if (--readers == 0)
        sem_post(&room);
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
