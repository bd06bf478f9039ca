/* The schema of Fig. 3 of "Precise thread-modular verification" with n = 3 threads and m = 2 critical sections, the
 * lock being an atomic flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lck = ATOMIC_FLAG_INIT;
static int owner;

static void *thread(void *arg)
{
    int me = (int)(long)arg;

    for (int section = 0; section < 2; section++) {
        while (atomic_flag_test_and_set(&lck))
            ;
        owner = me;
        assert(owner == me);
        atomic_flag_clear(&lck);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, thread, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
