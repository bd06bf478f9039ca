// POSIX: stdio functions lock the FILE; printf and puts from two threads do not race.
#include <pthread.h>
#include <stdio.h>
static void *work(void *a) { puts("thread"); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    printf("%s %d\n", "main", 1);
    pthread_join(t, 0);
    fflush(stdout);
    return 0;
}
