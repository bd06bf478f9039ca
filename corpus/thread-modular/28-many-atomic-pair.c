/* Any number of threads count two things in one atomic section, and check that both are equal in another. In no
 * view of anybody are they different: the sections are one step. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned in, out;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    in++;
    out++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    if (in != out)
        reach_error();
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
