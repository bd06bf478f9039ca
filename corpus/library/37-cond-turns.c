/* Two threads take turns through one condition variable; since each waits only for the
 * other's turn to end, a signal always reaches the right one. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn, log_[4], n;

static void play(int me)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (turn != me)
            pthread_cond_wait(&c, &m);
        log_[n++] = me;
        turn = !me;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
}

static void *second(void *arg)
{
    play(1);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, second, 0);
    play(0);
    pthread_join(t, 0);
    assert(n == 4);
    assert(log_[0] == 0 && log_[1] == 1 && log_[2] == 0 && log_[3] == 1);
    return 0;
}
