/* The thread leaves in the middle of a function, and nobody frees the buffer of its caller. */
#include <pthread.h>
#include <stdlib.h>

static void deep(int level)
{
    if (level == 0)
        pthread_exit(0);
    deep(level - 1);
}

static void *work(void *unused)
{
    char *buffer = malloc(4);

    buffer[0] = 'a';
    deep(2);
    free(buffer);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
