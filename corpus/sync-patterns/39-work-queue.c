/* A work queue: main enqueues three tasks and closes the queue, two workers take tasks until it is closed and
 * empty. The queue is touched under the mutex only, waits are loops, every task is done exactly once. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define TASKS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[TASKS];
static int head, tail;
static bool closed;
static int done[TASKS];

static void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (head == tail && !closed)
            pthread_cond_wait(&changed, &lock);
        if (head == tail) {
            pthread_mutex_unlock(&lock);
            return unused;
        }
        int task = queue[head++];
        pthread_mutex_unlock(&lock);

        done[task]++;
    }
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);

    for (int i = 0; i < TASKS; i++) {
        pthread_mutex_lock(&lock);
        queue[tail++] = i;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);

    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < TASKS; i++)
        assert(done[i] == 1);
    return 0;
}
