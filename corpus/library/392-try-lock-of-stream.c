// `ftrylockfile` fails while another thread has the stream, and the lock protects what is done under it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int n;

static void *work(void *arg)
{
    if (ftrylockfile(stdout) == 0) {
        n++;
        putchar_unlocked('x');
        funlockfile(stdout);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    flockfile(stdout);
    assert(ftrylockfile(stdout) == 0);
    n++;
    funlockfile(stdout);
    n++;
    funlockfile(stdout);
    pthread_join(t, NULL);
    assert(n == 2 || n == 3);
    return 0;
}
