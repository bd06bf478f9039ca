/* Each thread asks under the lock whether there is room and counts under the lock, but lets go of it in between: both may
 * have found the last place free. One after the other all is well. */
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter = INT_MAX - 1;

static void *count(void *unused)
{
    int room;

    pthread_mutex_lock(&m);
    room = counter < INT_MAX;
    pthread_mutex_unlock(&m);
    if (room) {
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, count, 0);
    count(0);
    pthread_join(a, 0);
    return 0;
}
