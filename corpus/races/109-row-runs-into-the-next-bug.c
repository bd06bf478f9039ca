/* An index beyond its row is in the next one, which the other thread writes. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int a[2][2];
static int two = 2;

static void *work(void *arg)
{
    (void)arg;
    a[1][0] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int *row = a[0];
    row[two] = 1;
    pthread_join(t, 0);
    return 0;
}
