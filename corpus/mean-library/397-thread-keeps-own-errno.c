/* Every thread has its own errno (C11 7.5): a failure in one leaves the other's alone. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

void *worker(void *arg)
{
    close(-1);
    assert(errno == EBADF);
    return 0;
}

int main(void)
{
    pthread_t t;
    errno = 0;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(errno == 0);
    return 0;
}
