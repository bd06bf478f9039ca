/* As 11, but the producer raises the flag before it has written its value. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int full;
static int buffer;

static void *producer(void *unused)
{
    while (1) {
        if (full == 0) {
            full = 1;
            buffer = 7;
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, producer, 0);
    while (1) {
        if (full == 1) {
            buffer = 3;
            if (buffer != 3)
                reach_error();
            full = 0;
        }
    }
}
