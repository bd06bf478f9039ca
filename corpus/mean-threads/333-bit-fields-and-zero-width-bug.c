/* Adjacent bit-fields are one memory location, and no zero-width field parts them here (C11 3.14): the two writes race. */
#include <pthread.h>

struct {
    int a : 4;
    int between : 3;
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
