/* Peterson's algorithm as the running example of "Precise thread-modular verification" has it: locations A (outside)
 * to D (critical), shared x, y and turn. The threads run for ever, as in the paper, and main waits for them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool x, y, turn;
int at_d;

void *first(void *arg)
{
    for (;;) {
        x = 1;                 /* A */
        turn = 1;              /* B */
        while (y && turn == 1) /* C */
            ;
        at_d = 1;              /* D */
        assert(at_d == 1);
        x = 0;
    }
    return arg;
}

void *second(void *arg)
{
    for (;;) {
        y = 1;
        turn = 0;
        while (x && turn == 0)
            ;
        at_d = 2;
        assert(at_d == 2);
        y = 0;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
