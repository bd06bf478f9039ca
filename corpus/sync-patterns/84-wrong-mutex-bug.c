/* Both threads lock, but not the same mutex: a copy-and-paste slip leaves the counter unprotected.
 * An increment can be lost, and the accesses race although each thread holds a lock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t input_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t output_lock = PTHREAD_MUTEX_INITIALIZER;
static int packets;

static void *input(void *unused)
{
    pthread_mutex_lock(&input_lock);
    packets++;
    pthread_mutex_unlock(&input_lock);
    return unused;
}

static void *output(void *unused)
{
    pthread_mutex_lock(&output_lock); /* input_lock protects `packets` */
    packets++;
    pthread_mutex_unlock(&output_lock);
    return unused;
}

int main(void)
{
    pthread_t i, o;
    pthread_create(&i, NULL, input, NULL);
    pthread_create(&o, NULL, output, NULL);
    pthread_join(i, NULL);
    pthread_join(o, NULL);
    assert(packets == 2);
    return 0;
}
