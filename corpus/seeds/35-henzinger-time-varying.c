/* "Time-varying" of "Thread-modular abstraction refinement": different locks protect the same block at different
 * times. Two threads use the inode's block under the inode lock, the first of them after claiming the block under
 * the busy lock; a third thread may touch the block under the busy lock while it is unclaimed. No race. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
static bool has_block;
static bool busy;
static int block;

static void *use_inode(void *arg)
{
    int me = (int)(long)arg;

    pthread_mutex_lock(&inode_lock);
    if (!has_block) {
        pthread_mutex_lock(&busy_lock);
        busy = true;
        pthread_mutex_unlock(&busy_lock);
        has_block = true;
    }
    block = me;
    assert(block == me);
    pthread_mutex_unlock(&inode_lock);
    return NULL;
}

static void *clean_free_block(void *arg)
{
    pthread_mutex_lock(&busy_lock);
    if (!busy) {
        block = -1;
        assert(block == -1);
    }
    pthread_mutex_unlock(&busy_lock);
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, use_inode, (void *)1L);
    pthread_create(&b, NULL, use_inode, (void *)2L);
    pthread_create(&c, NULL, clean_free_block, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
