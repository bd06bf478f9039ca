/* The index is tested and used in one go. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used = 1;
static int slots[2];

static void *take(void *unused)
{
    pthread_mutex_lock(&m);
    if (used < 2) {
        slots[used] = 1;
        used++;
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, take, 0);
    take(0);
    pthread_join(t, 0);
    return used != 2;
}
