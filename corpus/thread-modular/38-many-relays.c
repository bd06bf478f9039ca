/* As 17, with any number of relays and senders: the tree of paths that refutes the alarm has three chains, however
 * many threads there are. `recursive`. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int enabled, box, alarm_on;

static void *relay(void *unused)
{
    int order;

    __VERIFIER_atomic_begin();
    order = box;
    box = 0;
    __VERIFIER_atomic_end();
    if (order == 2)
        alarm_on = 1;
    return unused;
}

static void *sender(void *unused)
{
    if (enabled)
        box = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1) {
        pthread_create(&thread, 0, relay, 0);
        pthread_create(&thread, 0, sender, 0);
        if (alarm_on)
            reach_error();
    }
}
