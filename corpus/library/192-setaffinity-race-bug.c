/* sched_setaffinity reads the set of processors, which another thread is changing.  FALSE. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

cpu_set_t set;

void *change(void *unused)
{
    CPU_SET(1, &set);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    sched_setaffinity(0, sizeof set, &set);
    pthread_join(thread, 0);
    return 0;
}
