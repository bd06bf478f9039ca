/* read with a count of 0 transfers nothing; with a count of 1 it may write one byte.
   Count 0: main may look at the buffer meanwhile. */
#include <pthread.h>
#include <unistd.h>

char buffer[4];

void *worker(void *arg)
{
    ssize_t n = read(0, buffer, 0);
    return n < 0 ? arg : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char c = buffer[0];
    pthread_join(t, 0);
    return c;
}
