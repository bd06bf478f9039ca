/* The table is made once, is kept until the end, and a global variable leads to it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *table;

static void make(void)
{
    table = calloc(4, sizeof *table);
}

static void *work(void *arg)
{
    pthread_once(&once, make);
    table[*(int *)arg] = 1;
    return 0;
}

int main(void)
{
    int zero = 0, three = 3;
    pthread_t t;

    pthread_create(&t, 0, work, &three);
    work(&zero);
    pthread_join(t, 0);
    return table[0] + table[3] != 2;
}
