/* Two threads count to two together. Each may be counted twice as far as the views know: that a thread which has
 * counted does not count again is known to itself only. UNKNOWN with all refiners, unless the first few like threads
 * are told apart and views say how far each one is (`knowledge=places`). */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int count;

static void *worker(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    if (count > 2)
        reach_error();
    return 0;
}
