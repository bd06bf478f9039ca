/* The receiver leaves the pointer in the box, and main empties it once more. */
#include <pthread.h>
#include <stdlib.h>

static char *box;

static void *receive(void *unused)
{
    if (box)
        free(box);
    return unused;
}

int main(void)
{
    pthread_t t;

    box = malloc(2);
    pthread_create(&t, 0, receive, 0);
    pthread_join(t, 0);
    receive(0);
    return 0;
}
