/* Each thread cubes its number; 1291 is the first one whose cube does not fit. */
#include <pthread.h>

struct job { int in, out; };

static void *cube(void *arg)
{
    struct job *job = arg;

    job->out = job->in * job->in * job->in;
    return 0;
}

int main(void)
{
    struct job jobs[3] = { { 1289, 0 }, { 1291, 0 }, { 1290, 0 } };
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, cube, &jobs[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
