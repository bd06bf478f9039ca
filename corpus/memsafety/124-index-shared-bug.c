/* The index is tested under the lock and used under the lock, but not in one go: the other thread has moved it on. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used = 1;
static int slots[2];

static void *take(void *unused)
{
    int room;

    pthread_mutex_lock(&m);
    room = used < 2;
    pthread_mutex_unlock(&m);
    if (room) {
        pthread_mutex_lock(&m);
        slots[used] = 1;
        used++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, take, 0);
    take(0);
    pthread_join(t, 0);
    return 0;
}
