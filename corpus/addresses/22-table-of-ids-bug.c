/* A worker looks for itself in the table before its id is in there.  FALSE. */
#include <assert.h>
#include <pthread.h>

static pthread_t table[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    int found = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        found += table[i] == pthread_self();
    pthread_mutex_unlock(&lock);
    assert(found == 1);
    return arg;
}

int main(void)
{
    pthread_t id;
    for (int i = 0; i < 2; i++) {
        pthread_create(&id, 0, worker, 0);
        pthread_mutex_lock(&lock);
        table[i] = id;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(table[0], 0);
    pthread_join(table[1], 0);
    return 0;
}
