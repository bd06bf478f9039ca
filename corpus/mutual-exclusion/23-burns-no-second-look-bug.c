/* Broken Burns: the lower numbers are not looked at again after raising the flag.
 * Thread 1 sees no flag, thread 0 raises its own, sees no higher flag and enters, thread 1 raises its flag and
 * enters too (it has nobody above to wait for). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];
int guarded;

void *worker0(void *unused)
{
    flag[0] = 1;
    while (flag[1])
        ;
    guarded = 0;
    assert(guarded == 0);
    flag[0] = 0;
    return unused;
}

void *worker1(void *unused)
{
    while (flag[0])
        ;
    flag[1] = 1;
    /* missing: if flag[0] is up now, lower the own flag and start again */
    guarded = 1;
    assert(guarded == 1);
    flag[1] = 0;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker0, NULL);
    pthread_create(&b, NULL, worker1, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
