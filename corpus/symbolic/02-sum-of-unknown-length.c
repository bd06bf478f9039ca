/* Two threads add up an array whose length is an argument of the program; the sum has a lock, and the array is written before they exist. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *values, count, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; i++) {
        pthread_mutex_lock(&lock);
        sum += values[i];
        pthread_mutex_unlock(&lock);
    }
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
