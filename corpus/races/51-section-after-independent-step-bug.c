/* The section of one thread races with the last read of the other. The race shows only if the section begins after an atomic
 * step of the other thread that has nothing to do with it: a reduction must not take the section as done by then. */
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int data;
static atomic_int flag;

static void *writer(void *unused)
{
    __VERIFIER_atomic_begin();
    data = 1;
    __VERIFIER_atomic_end();
    int seen = flag;
    return seen ? unused : 0;
}

static void *reader(void *unused)
{
    flag = 1;
    int seen = data;
    return seen ? unused : 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
