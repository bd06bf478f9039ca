/* Forgetting that destructors run at thread exit: the value is owned by main, and the
 * thread's destructor clears it before main looks.  FALSE in every run. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int value = 7;

static void clear(void *p) { *(int *)p = 0; }

static void *work(void *arg)
{
    pthread_setspecific(key, arg);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_key_create(&key, clear);
    pthread_create(&t, 0, work, &value);
    pthread_join(t, 0);
    assert(value == 7);
    return 0;
}
