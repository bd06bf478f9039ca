/* A buffer of which only the number of elements counts, with two condition variables and batches of any size.
 * What must be found: under the lock the count is never above the capacity, why ever a wait returns. */
#include <assert.h>
#include <pthread.h>

#define CAPACITY 500

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
static pthread_cond_t goods = PTHREAD_COND_INITIALIZER;
static int count;

static void *producer(void *unused)
{
    while (1) {
        int batch = __VERIFIER_nondet_int();
        if (batch <= 0 || batch > CAPACITY)
            continue;
        pthread_mutex_lock(&lock);
        while (count > CAPACITY - batch)
            pthread_cond_wait(&room, &lock);
        count += batch;
        assert(count <= CAPACITY);
        pthread_cond_signal(&goods);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, producer, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        while (count <= 0)
            pthread_cond_wait(&goods, &lock);
        count--;
        assert(count >= 0);
        pthread_cond_signal(&room);
        pthread_mutex_unlock(&lock);
    }
}
