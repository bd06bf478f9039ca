/* The buggy version of the simple locking example: the second thread looks at the lock but does not take it.
 * The first may take it right after the look; then both write x, and the first one's assertion can fail. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int m;
int x;

static void *thread1(void *arg)
{
    while (1) {
        int nobody = 0;
        while (!atomic_compare_exchange_strong(&m, &nobody, 1))
            nobody = 0;
        x = 1;
        assert(x == 1);
        m = 0;
    }
    return arg;
}

static void *thread2(void *arg)
{
    while (1) {
        while (m != 0)
            ; /* free now, but not ours */
        x = 2;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread1, NULL);
    pthread_create(&b, NULL, thread2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
