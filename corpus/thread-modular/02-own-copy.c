/* The shared variable is changed by another thread at any time, but what is compared are two copies in registers.
 * `default` proves it with predicates about the own thread only. */
#include <pthread.h>

extern void reach_error(void);

static unsigned level;

static void *noise(void *unused)
{
    while (1)
        level++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, noise, 0);
    while (1) {
        unsigned low = level & 7;
        unsigned bound;

        level = 0;
        bound = low + 1;
        level = 1;
        if (bound <= low)
            reach_error();
    }
}
