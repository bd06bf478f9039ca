/* Ten thousand workers are made, and each is joined when the next one is there already: two may be inside. */
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
    pthread_t last;

    pthread_create(&last, NULL, work, NULL);
    for (int i = 0; i < 10000; i++) {
        pthread_t id;

        pthread_create(&id, NULL, work, NULL);
        pthread_join(last, NULL);
        last = id;
    }
    assert(inside == 0);
    return 0;
}
