/* %n stores how much was printed so far, each thread into a variable of its own. With h it
 * stores a short: the neighbour is left alone. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static short printed[2];

static void *print(void *arg)
{
    printf("%d%hn\n", 123, &printed[1]);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, print, 0);
    printf("four%hn\n", &printed[0]);
    pthread_join(t, 0);
    assert(printed[0] == 4 && printed[1] == 3);
    return 0;
}
