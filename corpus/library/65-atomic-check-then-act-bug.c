/* Two atomic operations are not one: load, compare and store let both threads become
 * the leader.  Atomic accesses do not race, but the assertion can fail. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int leader, leaders;

static void *run(void *arg)
{
    if (atomic_load(&leader) == 0) {
        atomic_store(&leader, 1);
        atomic_fetch_add(&leaders, 1);
    }
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(leaders == 1);
    return 0;
}
