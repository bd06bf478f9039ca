/* The thread has the only pointer, and ends. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    char *scratch = malloc(16);

    scratch[0] = 'a';
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
