/* "Time-varying-mutex" of the paper on control abstraction, but the block is given back without a look at whether it is busy. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int block, busy, inode;
static int m_inode, m_busy;

static void acquire(int *lock)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(*lock == 0);
    *lock = 1;
    __VERIFIER_atomic_end();
}

static void *deallocates(void *unused)
{
    acquire(&m_busy);
    block = 0;
    assert(block == 0);
    m_busy = 0;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, deallocates, 0);
    acquire(&m_inode);
    if (inode == 0) {
        acquire(&m_busy);
        busy = 1;
        m_busy = 0;
        inode = 1;
    }
    block = 1;
    assert(block == 1);
    m_inode = 0;
    return 0;
}
