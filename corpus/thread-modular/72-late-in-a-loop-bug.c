/* The error needs forty rounds of one thread before the only step of the other: refinement finds one round after the other. */
#include <pthread.h>

extern void reach_error(void);

static int rounds, seen;

static void *counter(void *unused)
{
    for (int i = 0; i < 50; i++)
        rounds++;
    return unused;
}

static void *reader(void *unused)
{
    seen = rounds;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, counter, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    if (seen == 40)
        reach_error();
    return 0;
}
