/* pipe stores two descriptors in its array. The thread that reads them may do so meanwhile: a race. */
#include <pthread.h>
#include <unistd.h>

int ends[2];

void *worker(void *arg)
{
    return ends[1] ? 0 : arg;
}

int main(void)
{
    pthread_t t;
    int r;
    pthread_create(&t, 0, worker, 0);
    r = pipe(ends);
    pthread_join(t, 0);
    return r;
}
