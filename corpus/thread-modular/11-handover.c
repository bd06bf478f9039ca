/* A buffer belongs to the consumer while the flag is up, and to the producer while it is down. The producer's
 * writes are possible, and the consumer's check is, but not with the same value of the flag: `effect`. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int full;
static int buffer;

static void *producer(void *unused)
{
    while (1) {
        if (full == 0) {
            buffer = 0;
            buffer = 7;
            full = 1;
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
