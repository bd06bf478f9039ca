/* The copy is made and looked at under a lock: nobody sees it half done. The pointer in it survives being
 * copied byte by byte. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct entry {
    int key, *value;
};

static int five = 5;
static struct entry now, next = { 1, &five };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *advance(void *arg)
{
    pthread_mutex_lock(&m);
    memcpy(&now, &next, sizeof now);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct entry seen;

    pthread_create(&t, 0, advance, 0);
    pthread_mutex_lock(&m);
    memcpy(&seen, &now, sizeof seen);
    pthread_mutex_unlock(&m);
    assert(seen.key ? *seen.value == 5 : seen.value == 0);
    pthread_join(t, 0);
    return 0;
}
