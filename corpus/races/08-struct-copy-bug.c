/* Copying a whole struct reads all its members, among them the one the other thread
 * writes. */
#include <pthread.h>

struct config { int level; int limit; char name[4]; };

static struct config current = { 1, 10, "abc" };

static void *tune(void *arg)
{
    current.limit = 20;
    return 0;
}

int main(void)
{
    pthread_t t;
    struct config snapshot;

    pthread_create(&t, 0, tune, 0);
    snapshot = current;
    pthread_join(t, 0);
    return snapshot.level - 1;
}
