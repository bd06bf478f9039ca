/* Two threads add up an array whose length is an argument of the program, into one sum, without a lock: with one element already both write it at the same time. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *values, count, sum;

static void *add(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t a, b;
    if (argc < 2)
        return 1;
    count = atoi(argv[1]);
    if (count <= 0 || count > 1000000)
        return 1;
    values = malloc(count * sizeof *values);
    for (int i = 0; i < count; i++)
        values[i] = i;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(values);
    return 0;
}
