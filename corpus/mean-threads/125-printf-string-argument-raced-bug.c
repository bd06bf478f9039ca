// Printf reads the characters of a %s argument.
#include <pthread.h>
#include <stdio.h>
static char b[4] = "abc";
static void *work(void *a) { b[2] = 'x'; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    printf("%s\n", b);
    pthread_join(t, 0);
    return 0;
}
