/* Members of a union share bytes from the start: a short is bytes 0 and 1. Main writes byte 2, behind it. */
#include <pthread.h>

union {
    short number;
    char bytes[4];
} shared;

void *worker(void *arg)
{
    shared.number = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    shared.bytes[2] = 2;
    pthread_join(t, 0);
    return 0;
}
