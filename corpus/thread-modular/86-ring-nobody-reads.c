/* A ring that is written and never read: the index stays in it because it is a remainder. */
#include <pthread.h>

extern void reach_error(void);

#define SLOTS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SLOTS];
static unsigned head;

static void *worker(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        ring[head] = 1;
        head = (head + 1) % SLOTS;
        if (head >= SLOTS)
            reach_error();
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
