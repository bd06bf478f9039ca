/* The workers look whether there is work without the lock and do not look again inside. With one task left
 * both may find it, and the second takes from an empty queue. The unlocked look is a race as well. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int head, tail = 1;

static void *worker(void *unused)
{
    if (head < tail) {
        pthread_mutex_lock(&lock);
        assert(head < tail);
        head++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
