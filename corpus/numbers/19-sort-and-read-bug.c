// qsort may write all elements, also of an array that is sorted: another thread that reads one races with it.
#include <pthread.h>
#include <stdlib.h>

static int numbers[2] = { 1, 2 };
static int seen;

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void *reader(void *unused)
{
    seen = numbers[1];
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    qsort(numbers, 2, sizeof numbers[0], by_value);
    pthread_join(thread, 0);
    return 0;
}
