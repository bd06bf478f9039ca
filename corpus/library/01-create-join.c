/* pthread_create and pthread_join: the thread sees everything written before its
 * creation, the joiner everything the thread wrote, so no lock is needed. */
#include <assert.h>
#include <pthread.h>

struct job { int in, out; };

static int base;

static void *square(void *arg)
{
    struct job *j = arg;
    j->out = base + j->in * j->in;
    return 0;
}

int main(void)
{
    struct job jobs[2] = { { 3, 0 }, { 4, 0 } };
    pthread_t t[2];
    int i;

    base = 100;
    for (i = 0; i < 2; i++) {
        int rc = pthread_create(&t[i], 0, square, &jobs[i]);
        if (rc != 0)
            return 1;
    }
    for (i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    base = 0;
    assert(jobs[0].out == 109 && jobs[1].out == 116);
    return 0;
}
