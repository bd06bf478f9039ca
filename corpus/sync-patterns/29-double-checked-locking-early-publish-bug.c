/* Double-checked locking with an atomic flag that is set before the data is written: a second thread may see
 * the flag and read the data too early (assertion), at the same time as it is written (race). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int data;

static int get(void)
{
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
            ready = 1; /* too early */
            data = 5;
        }
        pthread_mutex_unlock(&lock);
    }
    return data;
}

static void *user(void *unused)
{
    assert(get() == 5);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
