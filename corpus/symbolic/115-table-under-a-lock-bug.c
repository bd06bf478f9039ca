/* Two threads write into a table at an index that they share, under a lock: the index stays in the table, but what is behind was not written. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int table[10000], next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *unused)
{
    (void)unused;
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&lock);
        if (next < 10000) {
            table[next] = 1;
            next++;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, produce, NULL);
    pthread_create(&u, NULL, produce, NULL);
    pthread_mutex_lock(&lock);
    if (next > 0 && next < 10000)
        assert(table[next] == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}
