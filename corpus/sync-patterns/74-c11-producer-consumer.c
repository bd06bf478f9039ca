/* A one-place mailbox with C11 threads: mtx_t, cnd_t and thrd_t instead of pthreads. Waits are loops, each change
 * of `full` is broadcast, two messages arrive in order. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static bool full;
static int mailbox;

static int producer(void *unused)
{
    (void)unused;
    for (int i = 1; i <= 2; i++) {
        mtx_lock(&lock);
        while (full)
            cnd_wait(&changed, &lock);
        mailbox = i;
        full = true;
        cnd_broadcast(&changed);
        mtx_unlock(&lock);
    }
    return 0;
}

static int consumer(void *unused)
{
    (void)unused;
    int last = 0;
    for (int i = 1; i <= 2; i++) {
        mtx_lock(&lock);
        while (!full)
            cnd_wait(&changed, &lock);
        assert(mailbox == last + 1);
        last = mailbox;
        full = false;
        cnd_broadcast(&changed);
        mtx_unlock(&lock);
    }
    return last;
}

int main(void)
{
    thrd_t p, c;
    int result;

    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&p, producer, NULL);
    thrd_create(&c, consumer, NULL);
    thrd_join(p, NULL);
    thrd_join(c, &result);
    assert(result == 2);
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    return 0;
}
