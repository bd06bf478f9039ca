/* Szymanski's algorithm for three threads, each passes once.
 * The last one through the door closes it; those inside go in the order of their numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3

static atomic_int flag[N];
static int room;

static int any(int me, int value)
{
    for (int j = 0; j < N; j++)
        if (j != me && flag[j] == value)
            return 1;
    return 0;
}

static void enter(int me)
{
    flag[me] = 1;
    for (int j = 0; j < N; j++)
        if (j != me)
            while (flag[j] >= 3)
                ;
    flag[me] = 3;
    if (any(me, 1)) {
        flag[me] = 2;
        while (!any(me, 4))
            ;
    }
    flag[me] = 4;
    for (int j = 0; j < me; j++)
        while (flag[j] >= 2)
            ;
}

static void leave(int me)
{
    for (int j = me + 1; j < N; j++) {
        int f = flag[j];
        while (f == 2 || f == 3)
            f = flag[j];
    }
    flag[me] = 0;
}

static void *visitor(void *arg)
{
    int me = (int)(long)arg;
    enter(me);
    room = me;
    assert(room == me);
    leave(me);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, visitor, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
