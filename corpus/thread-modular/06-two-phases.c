/* The other thread goes through its phases one after the other, with visible steps between, and takes the result
 * back only in a phase that it never enters. The path to that effect is impossible in its own thread: enough for
 * `simple`, out of sight for `default`. */
#include <pthread.h>

extern void reach_error(void);

static int done, stage;

static void *worker(void *unused)
{
    int phase = 0;

    while (phase < 3) {
        stage = phase;
        if (phase == 7)
            done = 0;
        phase++;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    done = 1;
    if (done != 1)
        reach_error();
    return stage;
}
