/* Two consumers wait for one item with `if` instead of `while`: a consumer that wakes (spuriously, or after
 * the other has taken the item) does not look again and takes from the empty buffer.
 * All accesses hold the mutex: no race. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static void *producer(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_cond_broadcast(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    if (count == 0) /* must be while */
        pthread_cond_wait(&not_empty, &lock);
    assert(count > 0);
    count--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t p, c1, c2;
    pthread_create(&c1, NULL, consumer, NULL);
    pthread_create(&c2, NULL, consumer, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_join(p, NULL);
    pthread_join(c1, NULL);
    pthread_join(c2, NULL);
    return 0;
}
