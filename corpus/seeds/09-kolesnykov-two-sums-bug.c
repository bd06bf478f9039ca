/* The example program (Listing 2.2) of the thesis "SMT-based model checking of concurrent programs": two threads
 * add i and j to each other twice. Strictly alternating they make Fibonacci numbers, 2 3 5 8, so the error
 * location is reachable. Nothing is protected: i and j race. */
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

int main(int argc, char **argv)
{
    pthread_t id1;
    (void)argc;
    (void)argv;

    pthread_create(&id1, NULL, t1, NULL);
    j += i;
    j += i;
    pthread_join(id1, NULL);
    if (i == 8 || j == 8) {
        reach_error();
        abort();
    }
    return 0;
}
