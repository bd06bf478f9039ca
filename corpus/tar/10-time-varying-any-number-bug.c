/* As 09, but block is also cleared while it is busy and the inode is not there yet; inode itself is read without its lock, too. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m_busy = PTHREAD_MUTEX_INITIALIZER;
int inode, busy, block;

static void *allocate(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m_inode);
    if (inode == 0) {
        pthread_mutex_lock(&m_busy);
        busy = 1;
        pthread_mutex_unlock(&m_busy);
        inode = 1;
    }
    block = 1;
    pthread_mutex_unlock(&m_inode);
    return 0;
}

static void *delete(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m_busy);
    if (busy == 0 || inode == 0)
        block = 0;
    pthread_mutex_unlock(&m_busy);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, allocate, 0);
        pthread_create(&t, 0, delete, 0);
    }
}
