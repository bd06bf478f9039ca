/* Szymanski's algorithm for two threads: a waiting room with a door.
 * 0 outside, 1 wants in, 2 waits for others to come in, 3 in the door, 4 door closed behind me.
 * Mutual exclusion holds with atomic flags read one at a time; the plain `room` is never shared at one time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];
int room;

void *visitor(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    flag[me] = 1;
    while (flag[other] >= 3)
        ;
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        while (flag[other] != 4)
            ;
    }
    flag[me] = 4;
    if (me == 1)
        while (flag[other] >= 2)
            ;

    room = me;
    assert(room == me);

    if (me == 0)
        while (flag[other] == 2 || flag[other] == 3)
            ;
    flag[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, visitor, (void *)0L);
    pthread_create(&b, NULL, visitor, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
