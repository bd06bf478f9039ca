/* "Mozilla-order-fixed": a new thread uses the handle that its creator stores after creating it. The creator holds
 * a lock from the creation until the handle is stored, and the new thread passes through the lock before its
 * first use: store and use happen in the right order. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct thread_info {
    int state;
};

static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static struct thread_info info = { 1 };
static struct thread_info *handle;

static void *child(void *arg)
{
    pthread_mutex_lock(&init_lock);
    pthread_mutex_unlock(&init_lock);
    assert(handle != NULL);
    assert(handle->state == 1);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_lock(&init_lock);
    pthread_create(&t, NULL, child, NULL);
    handle = &info;
    pthread_mutex_unlock(&init_lock);

    pthread_join(t, NULL);
    return 0;
}
