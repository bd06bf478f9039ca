/* Listing 2.2 with the bound that holds: after two additions on each side neither i nor j exceeds the fifth
 * Fibonacci number 8. The race is there all the same. */
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

int i = 1, j = 1;

void *t1(void *arg)
{
    i += j;
    i += j;
    return arg;
}

int main(void)
{
    pthread_t id1;

    pthread_create(&id1, NULL, t1, NULL);
    j += i;
    j += i;
    pthread_join(id1, NULL);
    if (i > 8 || j > 8) {
        reach_error();
        abort();
    }
    return 0;
}
