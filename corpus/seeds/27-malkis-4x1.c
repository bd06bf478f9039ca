/* The schema of Fig. 3 of "Precise thread-modular verification" with n = 4 threads and m = 1 critical section, the
 * lock taken with the old __sync builtins. */
#include <assert.h>
#include <pthread.h>

static int lck;
static int inside;

static void *thread(void *arg)
{
    while (__sync_lock_test_and_set(&lck, 1))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    __sync_lock_release(&lck);
    return arg;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
