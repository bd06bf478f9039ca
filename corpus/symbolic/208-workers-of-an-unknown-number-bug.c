/* Any number of threads that nobody joins; the third one finds what it does not expect. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opened, used;

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (!opened)
        opened = 1;
    else
        used++;
    assert(used < 2);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int workers = __VERIFIER_nondet_int();
    pthread_t id;

    for (int i = 0; i < workers; i++)
        pthread_create(&id, NULL, work, NULL);
    return 0;
}
