/* The other thread bounds its reading in a register and stores it two steps later. On the path of main the effect
 * stores any value; what it can be is known only if the path to the effect is joined with the whole path, the
 * check after the effect included, so `effect`. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int busy, speed;

static void *sensor(void *unused)
{
    while (1) {
        int reading = __VERIFIER_nondet_int();

        busy = 1;
        if (reading > 100)
            reading = 100;
        busy = 0;
        speed = reading;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, sensor, 0);
    while (1) {
        if (speed > 100)
            reach_error();
    }
}
