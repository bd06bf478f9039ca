/* Threads give themselves names: the kernel reads the text during the call, and each
 * thread has a text of its own. */
#include <assert.h>
#include <pthread.h>
#include <sys/prctl.h>

static char names[2][16] = { "reader", "writer" };
static int named[2];

static void *worker(void *arg)
{
    int me = *(int *)arg;

    names[me][0] = 'R';
    named[me] = prctl(PR_SET_NAME, names[me]) == 0;
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
