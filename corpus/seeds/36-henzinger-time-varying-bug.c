/* The buggy time-varying example: the block is used before it is claimed, so the cleaner may take it for free and
 * write it at the same time. */
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
    pthread_mutex_lock(&inode_lock);
    if (!has_block) {
        block = 1; /* not claimed yet */
        assert(block == 1);
        pthread_mutex_lock(&busy_lock);
        busy = true;
        pthread_mutex_unlock(&busy_lock);
        has_block = true;
    }
    pthread_mutex_unlock(&inode_lock);
    return arg;
}

static void *clean_free_block(void *arg)
{
    pthread_mutex_lock(&busy_lock);
    if (!busy)
        block = -1;
    pthread_mutex_unlock(&busy_lock);
    return arg;
}

int main(void)
{
    pthread_t a, c;
    pthread_create(&a, NULL, use_inode, NULL);
    pthread_create(&c, NULL, clean_free_block, NULL);
    pthread_join(a, NULL);
    pthread_join(c, NULL);
    return 0;
}
