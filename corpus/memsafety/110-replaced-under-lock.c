/* Readers hold the lock for reading as long as they look, and the writer waits for them. */
#include <pthread.h>
#include <stdlib.h>

struct settings { int level; };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct settings *current;

static void *update(void *unused)
{
    struct settings *fresh = malloc(sizeof *fresh), *old;

    fresh->level = 2;
    pthread_rwlock_wrlock(&lock);
    old = current;
    current = fresh;
    pthread_rwlock_unlock(&lock);
    free(old);
    return unused;
}

int main(void)
{
    pthread_t t;
    int level;

    current = malloc(sizeof *current);
    current->level = 1;
    pthread_create(&t, 0, update, 0);
    pthread_rwlock_rdlock(&lock);
    level = current->level;
    pthread_rwlock_unlock(&lock);
    pthread_join(t, 0);
    free(current);
    return level == 0;
}
