// POSIX flockfile: a recursive lock of the FILE; putc_unlocked and printf under it are fine.
#include <pthread.h>
#include <stdio.h>
static void *work(void *a) { flockfile(stdout); putc_unlocked('t', stdout); printf("x"); funlockfile(stdout); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    flockfile(stdout); putc_unlocked('m', stdout); funlockfile(stdout);
    pthread_join(t, 0);
    fflush(stdout);
    return 0;
}
