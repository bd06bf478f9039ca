/* The sleeping barber with one waiting chair and two customers. A customer leaves if the chair is taken, else it
 * sits down, wakes the barber and waits for its haircut. At closing time main wakes the barber once more.
 * Every customer is served or turned away, nobody waits for ever. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define CHAIRS 1

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static sem_t customers, ready;
static int waiting, served, turned_away, closing;

static void *barber(void *unused)
{
    for (;;) {
        sem_wait(&customers);
        pthread_mutex_lock(&shop);
        if (waiting == 0 && closing) {
            pthread_mutex_unlock(&shop);
            return unused;
        }
        waiting--;
        served++;
        pthread_mutex_unlock(&shop);
        sem_post(&ready);
    }
}

static void *customer(void *unused)
{
    pthread_mutex_lock(&shop);
    if (waiting == CHAIRS) {
        turned_away++;
        pthread_mutex_unlock(&shop);
        return unused;
    }
    waiting++;
    pthread_mutex_unlock(&shop);
    sem_post(&customers);
    sem_wait(&ready);
    return unused;
}

int main(void)
{
    pthread_t b, c1, c2;
    sem_init(&customers, 0, 0);
    sem_init(&ready, 0, 0);
    pthread_create(&b, NULL, barber, NULL);
    pthread_create(&c1, NULL, customer, NULL);
    pthread_create(&c2, NULL, customer, NULL);
    pthread_join(c1, NULL);
    pthread_join(c2, NULL);

    pthread_mutex_lock(&shop);
    closing = 1;
    pthread_mutex_unlock(&shop);
    sem_post(&customers);
    pthread_join(b, NULL);
    assert(served + turned_away == 2);
    assert(waiting == 0);
    return 0;
}
