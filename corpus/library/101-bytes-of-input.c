/* A word is put together from two bytes of input by one thread and taken apart by
 * another. */
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned word;
static int written;

static void *device(void *arg)
{
    unsigned high = __VERIFIER_nondet_uchar();
    unsigned low = __VERIFIER_nondet_uchar();

    pthread_mutex_lock(&lock);
    word = high << 8 | low;
    word = word << 16 | word >> 8;
    written = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, device, 0);
    pthread_mutex_lock(&lock);
    if (written)
        assert((word & 0xff00) == 0 && (word >> 24) == (word & 0xff));
    else
        assert(word == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    assert(word >> 24 == (word & 0xff));
    return 0;
}
