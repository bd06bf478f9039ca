/* Any number of threads, and a lock that is a flag which is tested and set in one step. No predicate about one
 * thread says that only one of them has set it; that a cell cannot have been changed last by two threads does.
 * What the flag is for who is inside and for who lets go comes from joined paths: `effect`. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int flag;
static int inside;

static void *worker(void *unused)
{
    while (atomic_exchange(&flag, 1) != 0)
        ;
    inside = 1;
    inside = 0;
    if (inside != 0)
        reach_error();
    atomic_store(&flag, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
