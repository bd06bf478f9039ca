// The writer goes on using what it gave away.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void *consumer(void *arg)
{
    int *item;
    if (read(ends[0], &item, sizeof item) == sizeof item)
        *item += 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&t, NULL, consumer, NULL);
    int *item = malloc(sizeof *item);
    *item = 1;
    write(ends[1], &item, sizeof item);
    *item = 2;
    pthread_join(t, NULL);
    return 0;
}
