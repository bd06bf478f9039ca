/* Adjacent bit-fields are one memory location, but a zero-width field ends it (C11 3.14): the two writes do not race. */
#include <pthread.h>

struct {
    int a : 4;
    int : 0;
    int b : 4;
} shared;

void *worker(void *arg)
{
    shared.a = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    shared.b = 2;
    pthread_join(t, 0);
    return 0;
}
