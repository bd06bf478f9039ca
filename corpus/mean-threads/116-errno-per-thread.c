// C11 7.5: errno has thread local storage duration.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <unistd.h>
static void *work(void *a) { errno = 0; close(-1); assert(errno == EBADF); return 0; }
int main(void) {
    pthread_t t;
    errno = ERANGE;
    pthread_create(&t, 0, work, 0);
    assert(errno == ERANGE);
    pthread_join(t, 0);
    assert(errno == ERANGE);
    return 0;
}
