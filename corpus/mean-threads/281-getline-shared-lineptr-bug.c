// Getline reads and writes *lineptr and *n, which both threads share.
#include <pthread.h>
#include <stdio.h>
#include <sys/types.h>
static char *line;
static size_t n;
static ssize_t r[2];
static void *work(void *a) { r[0] = getline(&line, &n, stdin); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    r[1] = getline(&line, &n, stdin);
    pthread_join(t, 0);
    return 0;
}
