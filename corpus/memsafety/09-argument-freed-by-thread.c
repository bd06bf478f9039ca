/* The thread owns its argument and frees it; main does not touch it any more. */
#include <pthread.h>
#include <stdlib.h>

struct job { int in; int *out; };

static void *work(void *arg)
{
    struct job *job = arg;

    *job->out = job->in + 1;
    free(job);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    int out[2];

    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof *job);

        job->in = i;
        job->out = &out[i];
        pthread_create(&t[i], 0, work, job);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return out[0] + out[1] != 3;
}
