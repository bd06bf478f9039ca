/* memccpy copies up to and including the first 'b', that is bytes 0 and 1 (POSIX). Main reads byte 1 of the target: a race. */
#include <pthread.h>
#include <string.h>

char target[4];

void *worker(void *arg)
{
    return memccpy(target, "abcd", 'b', 4) ? 0 : arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char c = target[1];
    pthread_join(t, 0);
    return c;
}
