/* "Time-varying-mutex", after the Frangipani file system: which lock protects a disk block depends on the state.
 * A busy block belongs to its inode and is protected by the inode lock; a block that is not busy is protected by
 * the busy lock. The allocator marks the block busy before it uses it, the other thread leaves busy blocks
 * alone: each has the block for itself. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
int inode;
int busy;
int block;

void *allocate(void *arg)
{
    pthread_mutex_lock(&inode_lock);
    if (inode == 0) {
        pthread_mutex_lock(&busy_lock);
        busy = 1;
        pthread_mutex_unlock(&busy_lock);
        inode = 1;
    }
    block = 1;
    assert(block == 1);
    pthread_mutex_unlock(&inode_lock);
    return arg;
}

void *scrub(void *arg)
{
    pthread_mutex_lock(&busy_lock);
    if (busy == 0) {
        block = 0;
        assert(block == 0);
    }
    pthread_mutex_unlock(&busy_lock);
    return arg;
}

int main(void)
{
    pthread_t a, s;
    pthread_create(&a, NULL, allocate, NULL);
    pthread_create(&s, NULL, scrub, NULL);
    pthread_join(a, NULL);
    pthread_join(s, NULL);
    return 0;
}
