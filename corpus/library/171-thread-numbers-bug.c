/* Threads have different numbers, which may be any.  FALSE. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int numbers[2];

static void *worker(void *slot)
{
    *(int *)slot = gettid();
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, &numbers[0]);
    pthread_create(&second, 0, worker, &numbers[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(numbers[1] != 5000);
    return 0;
}
