/* The second join fails at once, and what comes after it is reached. */
#include <pthread.h>

extern void reach_error(void);

static void *idler(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, idler, 0);
    pthread_join(a, 0);
    pthread_join(a, 0);
    reach_error();
    return 0;
}
