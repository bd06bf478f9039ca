// A queue of pointers between threads: whoever gets the pointer owns what it points to.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void *consumer(void *arg)
{
    int *item;
    int sum = 0;
    while (read(ends[0], &item, sizeof item) == sizeof item) {
        sum += *item;
        free(item);
    }
    assert(sum == 3);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&t, NULL, consumer, NULL);
    for (int i = 1; i <= 2; i++) {
        int *item = malloc(sizeof *item);
        *item = i;
        write(ends[1], &item, sizeof item);
    }
    close(ends[1]);
    pthread_join(t, NULL);
    return 0;
}
