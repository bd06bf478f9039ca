/* Event flags: two devices report ready by setting a bit, the waiter waits until both bits are set.
 * Bits are set and tested under the mutex, the wait is a loop and each change is broadcast. */
#include <assert.h>
#include <pthread.h>

#define DISK 1u
#define NET 2u

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned events;
static int disk_id, net_id;

static void set_event(unsigned bit)
{
    pthread_mutex_lock(&lock);
    events |= bit;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void wait_all(unsigned mask)
{
    pthread_mutex_lock(&lock);
    while ((events & mask) != mask)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void *disk(void *unused)
{
    disk_id = 1;
    set_event(DISK);
    return unused;
}

static void *net(void *unused)
{
    net_id = 2;
    set_event(NET);
    return unused;
}

int main(void)
{
    pthread_t d, n;
    pthread_create(&d, NULL, disk, NULL);
    pthread_create(&n, NULL, net, NULL);
    wait_all(DISK | NET);
    assert(disk_id == 1 && net_id == 2);
    pthread_join(d, NULL);
    pthread_join(n, NULL);
    return 0;
}
