/* The condition "armed && !fired" reads two shared variables one after the other, so
 * both threads may find the shot unfired and fire: the second shot is an error, FALSE. */
#include <pthread.h>

extern void reach_error(void);

static int armed = 1, fired, shots;

static void shoot(void)
{
    if (armed && !fired) {
        fired = 1;
        shots = shots + 1;
    }
}

static void *gunner(void *arg)
{
    shoot();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, gunner, 0);
    shoot();
    pthread_join(t, 0);
    if (shots > 1)
        reach_error();
    return 0;
}
