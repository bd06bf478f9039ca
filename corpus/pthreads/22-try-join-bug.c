// The thread may not have ended yet.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

void *works(void *argument)
{
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, works, 0);
    assert(pthread_tryjoin_np(a, 0) == 0);
    return 0;
}
