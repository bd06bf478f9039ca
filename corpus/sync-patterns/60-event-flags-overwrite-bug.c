/* Event flags in an atomic word, set by reading it and writing it back with the bit added: two devices that
 * report at once overwrite each other's bit. Should be one atomic fetch-or. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define DISK 1u
#define NET 2u

static atomic_uint events;

static void set_event(unsigned bit)
{
    unsigned e = atomic_load(&events);
    atomic_store(&events, e | bit);
}

static void *disk(void *unused)
{
    set_event(DISK);
    return unused;
}

static void *net(void *unused)
{
    set_event(NET);
    return unused;
}

int main(void)
{
    pthread_t d, n;
    pthread_create(&d, NULL, disk, NULL);
    pthread_create(&n, NULL, net, NULL);
    pthread_join(d, NULL);
    pthread_join(n, NULL);
    assert(atomic_load(&events) == (DISK | NET));
    return 0;
}
