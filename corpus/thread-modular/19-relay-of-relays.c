/* As 17, with one more relay between: the reason why the alarm stays off is on the path to an effect on the path
 * to an effect on the path to an effect. Only `recursive` goes that far, and the depth is no limit to it. */
#include <pthread.h>

extern void reach_error(void);

static int enabled, first, second, alarm_on;

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static void *near_relay(void *unused)
{
    while (1) {
        int order;

        __VERIFIER_atomic_begin();
        order = first;
        first = 0;
        __VERIFIER_atomic_end();
        if (order == 2)
            alarm_on = 1;
    }
    return unused;
}

static void *far_relay(void *unused)
{
    while (1) {
        int order;

        __VERIFIER_atomic_begin();
        order = second;
        second = 0;
        __VERIFIER_atomic_end();
        if (order == 2)
            first = 2;
    }
    return unused;
}

static void *sender(void *unused)
{
    while (1) {
        if (enabled)
            second = 2;
    }
    return unused;
}

int main(void)
{
    pthread_t one, two, three;

    pthread_create(&one, 0, near_relay, 0);
    pthread_create(&two, 0, far_relay, 0);
    pthread_create(&three, 0, sender, 0);
    while (1) {
        if (alarm_on)
            reach_error();
    }
}
