/* One-time initialisation with pthread_once: the routine runs once, and whoever returns from pthread_once sees
 * its effects. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;
static int handle;

static void open_handle(void)
{
    calls++;
    handle = 17;
}

static void *user(void *unused)
{
    pthread_once(&once, open_handle);
    assert(handle == 17);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(calls == 1);
    return 0;
}
