/* When the last thread ends, the process ends as if exit(0) was called, with the handlers of atexit (POSIX, pthread_exit).
   Here the worker is the last thread, and the handler fails. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int joined;

void handler(void)
{
    assert(0);
}

void *worker(void *main_id)
{
    pthread_join(*(pthread_t *)main_id, 0);
    joined = 1;
    return 0;
}

int main(void)
{
    static pthread_t self, t;
    self = pthread_self();
    atexit(handler);
    pthread_create(&t, 0, worker, &self);
    pthread_exit(0);
}
