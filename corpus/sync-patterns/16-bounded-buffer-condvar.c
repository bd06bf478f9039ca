/* Bounded buffer of size one with a mutex and two condition variables; every wait is in a while loop.
 * The producer puts 1, 2, 3; the consumer takes them in this order. Each change of the state signals the
 * condition that may have become true, so nobody waits for ever. */
#include <assert.h>
#include <pthread.h>

#define SIZE 1
#define ITEMS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[SIZE];
static int count;

static void *producer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &lock);
        buffer[count++] = i;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&not_empty, &lock);
        int item = buffer[--count];
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
        assert(item == i);
    }
    return unused;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(count == 0);
    return 0;
}
