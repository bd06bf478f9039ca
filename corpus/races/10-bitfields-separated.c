/* A zero-width bit-field puts its neighbours into different memory locations, and an
 * ordinary member is one of its own: no race. */
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned char ready : 1;
    unsigned char : 0;
    unsigned char error : 1;
    unsigned char plain;
} status;

static void *work(void *arg)
{
    status.error = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    status.ready = 1;
    status.plain = 7;
    pthread_join(t, 0);
    assert(status.ready && status.error && status.plain == 7);
    return 0;
}
