/* As 17, but somebody enables the sender. */
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
    enabled = 1;
    while (1) {
        if (alarm_on)
            reach_error();
    }
}
