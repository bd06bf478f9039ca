// Pthread_join(3): EDEADLK if thread specifies the calling thread.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
int main(void) {
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    return 0;
}
