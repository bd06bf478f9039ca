/* Ten thousand workers are made and joined one after the other: there is never more than one, so they need no lock. */
#include <assert.h>
#include <pthread.h>

static int inside;

static void *work(void *unused)
{
    (void)unused;
    inside++;
    assert(inside == 1);
    inside--;
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 10000; i++) {
        pthread_t id;

        pthread_create(&id, NULL, work, NULL);
        pthread_join(id, NULL);
    }
    assert(inside == 0);
    return 0;
}
