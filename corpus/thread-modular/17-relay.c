/* The alarm is raised by the relay, which takes an order out of the box before; the order is written by the third
 * thread, only if it is enabled, which it never is. On the checking thread's path the box is empty again, so the
 * paths of checking thread and relay fit together: only the path to the order, an effect on the path to an effect,
 * is impossible. `effect` does not look there, `recursive` does. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int enabled, box, alarm_on;

static void *relay(void *unused)
{
    while (1) {
        int order;

        pthread_mutex_lock(&lock);
        order = box;
        box = 0;
        pthread_mutex_unlock(&lock);
        if (order == 2)
            alarm_on = 1;
    }
    return unused;
}

static void *sender(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        if (enabled)
            box = 2;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, relay, 0);
    pthread_create(&two, 0, sender, 0);
    while (1) {
        if (alarm_on)
            reach_error();
    }
}
