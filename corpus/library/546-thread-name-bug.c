/* Broken twin of 545: both threads have one text for their names, and each changes it while the
 * kernel may read it for the other: a race on its first byte. */
#include <assert.h>
#include <pthread.h>
#include <sys/prctl.h>

static char names[2][16] = { "worker" };
static int named[2];

static void *worker(void *arg)
{
    int me = *(int *)arg;

    names[0][0] = 'R';
    named[me] = prctl(PR_SET_NAME, names[0]) == 0;
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int numbers[2] = { 0, 1 };

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(named[0] && named[1]);
    return 0;
}
