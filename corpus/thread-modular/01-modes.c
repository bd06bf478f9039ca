/* Whatever others do, they assign one of three values. The refiner `default` proves it: the effects of others come
 * with what they assign, and nothing has to be known about when they do it. */
#include <pthread.h>

extern void reach_error(void);

static int mode;

static void *up(void *unused)
{
    while (1)
        mode = 1;
    return unused;
}

static void *down(void *unused)
{
    while (1)
        mode = 2;
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, up, 0);
    pthread_create(&two, 0, down, 0);
    while (1) {
        int seen = mode;

        if (seen < 0 || seen > 2)
            reach_error();
    }
}
