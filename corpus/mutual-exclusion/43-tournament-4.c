/* A tournament of Peterson locks for four threads: win the match of your pair, then the final.
 * Releases go in the opposite order. Each match admits one of its two sides, so one thread at a time is inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct match {
    atomic_int want[2];
    atomic_int yield;
};

static struct match semi[2], final;
static int trophy;

static void win(struct match *m, int side)
{
    m->want[side] = 1;
    m->yield = side;
    while (m->want[1 - side] && m->yield == side)
        ;
}

static void concede(struct match *m, int side)
{
    m->want[side] = 0;
}

static void *player(void *arg)
{
    int me = (int)(long)arg;

    win(&semi[me / 2], me % 2);
    win(&final, me / 2);

    trophy = me;
    assert(trophy == me);

    concede(&final, me / 2);
    concede(&semi[me / 2], me % 2);
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, player, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
