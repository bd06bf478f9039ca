/* exit in one thread does not stop another that is faster: the worker may announce its
 * result before main ends the program.  FALSE. */
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

static void *worker(void *arg)
{
    reach_error();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    exit(0);
}
