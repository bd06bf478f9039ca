/* Broken Szymanski: after closing the door nobody waits for the lower numbers.
 * Both threads can stand behind the closed door at once, and without the final order both enter. */
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
    /* missing: if (me == 1) while (flag[other] >= 2); */

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
