/* Any number of threads may read the same data without locks as long as nobody writes:
 * a table filled before the threads are created. */
#include <assert.h>
#include <pthread.h>

static int table[3];

static void *sum(void *arg)
{
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += table[i];
    assert(s == 6);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    for (int i = 0; i < 3; i++)
        table[i] = i + 1;
    pthread_create(&a, 0, sum, 0);
    pthread_create(&b, 0, sum, 0);
    sum(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    table[0] = 0;
    return 0;
}
