/* Two threads take turns by a condition variable, two strokes each; the strokes alternate. Every change of the
 * turn is signalled while the other is the only one that can wait. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stroke = PTHREAD_COND_INITIALIZER;
static int turn;
static int strokes;

static void *player(void *arg)
{
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&table);
        while (turn != me)
            pthread_cond_wait(&stroke, &table);
        assert(strokes % 2 == me);
        strokes++;
        turn = 1 - me;
        pthread_cond_signal(&stroke);
        pthread_mutex_unlock(&table);
    }
    return NULL;
}

int main(void)
{
    pthread_t ping, pong;
    pthread_create(&ping, NULL, player, (void *)0L);
    pthread_create(&pong, NULL, player, (void *)1L);
    pthread_join(ping, NULL);
    pthread_join(pong, NULL);
    assert(strokes == 4);
    return 0;
}
