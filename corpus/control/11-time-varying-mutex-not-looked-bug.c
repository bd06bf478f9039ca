/* "Time-varying-mutex" of the paper on control abstraction, but the block is taken for free without a look at whether it is busy. */
#include <assert.h>
#include <pthread.h>

static int block, busy, inode;
static pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m_busy = PTHREAD_MUTEX_INITIALIZER;

static void *deallocates(void *unused)
{
    pthread_mutex_lock(&m_busy);
    block = 0;
    assert(block == 0);
    pthread_mutex_unlock(&m_busy);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, deallocates, 0);
    pthread_mutex_lock(&m_inode);
    if (inode == 0) {
        pthread_mutex_lock(&m_busy);
        busy = 1;
        pthread_mutex_unlock(&m_busy);
        inode = 1;
    }
    block = 1;
    assert(block == 1);
    pthread_mutex_unlock(&m_inode);
    return 0;
}
