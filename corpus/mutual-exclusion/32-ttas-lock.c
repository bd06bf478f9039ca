/* Test-and-test-and-set: spin on a plain atomic read, exchange only when the lock looks free, retry when the
 * exchange finds it taken after all. Written with GCC's __atomic builtins on an ordinary int. */
#include <assert.h>
#include <pthread.h>

int word;
int balance = 10;

void acquire(int *l)
{
    for (;;) {
        while (__atomic_load_n(l, __ATOMIC_SEQ_CST) != 0)
            ;
        if (__atomic_exchange_n(l, 1, __ATOMIC_SEQ_CST) == 0)
            return;
    }
}

void release(int *l)
{
    __atomic_store_n(l, 0, __ATOMIC_SEQ_CST);
}

void *deposit(void *amount)
{
    acquire(&word);
    balance += (int)(long)amount;
    release(&word);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, deposit, (void *)5L);
    pthread_create(&b, NULL, deposit, (void *)7L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 22);
    return 0;
}
