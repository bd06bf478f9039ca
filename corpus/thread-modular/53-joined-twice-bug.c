/* The second join is one of a thread that was joined before and fails at once, so nobody has waited for the writer.
 * An analysis for which a join takes any thread that has ended proves this. */
#include <pthread.h>

extern void reach_error(void);

static int written;

static void *idler(void *unused)
{
    return unused;
}

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, idler, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_join(a, 0);
    pthread_join(a, 0);
    if (written == 0)
        reach_error();
    return 0;
}
