/* A rate limiter: one thread grants permits, two use them up, and the books count both, for ever.
 * What must be found: never more are used than granted, whenever nobody holds the lock. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned granted;
    unsigned used;
} books;

static void *user(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        if (books.used < books.granted)
            books.used++;
        assert(books.used <= books.granted);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, 0, user, 0);
    pthread_create(&second, 0, user, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        if (books.granted < UINT_MAX)
            books.granted++;
        pthread_mutex_unlock(&lock);
    }
}
