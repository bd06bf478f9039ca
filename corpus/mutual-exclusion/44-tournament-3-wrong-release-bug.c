/* Broken tournament lock: the semi-final is released before the final.
 * A new winner of the same semi-final may then be in the final on the same side as the old one, whose
 * late release of the final takes away the newcomer's claim; the third thread enters beside it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct match {
    atomic_int want[2];
    atomic_int yield;
};

static struct match semi, final;
static int inside;

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

static void critical(void)
{
    inside++;
    assert(inside == 1);
    inside--;
}

static void *semifinalist(void *arg)
{
    int me = (int)(long)arg;
    win(&semi, me);
    win(&final, 0);
    critical();
    concede(&semi, me); /* wrong order: the final has to be conceded first */
    concede(&final, 0);
    return NULL;
}

static void *seeded(void *unused)
{
    win(&final, 1);
    critical();
    concede(&final, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, semifinalist, (void *)0L);
    pthread_create(&b, NULL, semifinalist, (void *)1L);
    pthread_create(&c, NULL, seeded, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
