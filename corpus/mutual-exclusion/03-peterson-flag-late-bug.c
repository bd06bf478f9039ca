/* Broken Peterson: `turn` is given away before the own interest is announced.
 * Thread 0 sets turn = 1; thread 1 sets turn = 0, announces itself, finds thread 0 not interested and
 * enters; thread 0 announces itself, sees turn == 0 and enters as well. Both are inside at once, so the
 * assertion fails and the plain variable `inside` is raced on. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

atomic_int interested[2];
atomic_int turn;
int inside;

void *worker(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    turn = other;
    interested[me] = 1; /* too late: has to come first */
    while (interested[other] && turn == other)
        ;

    inside = inside + 1;
    if (inside != 1)
        reach_error();
    inside = inside - 1;

    interested[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0L);
    pthread_create(&b, 0, worker, (void *)1L);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
