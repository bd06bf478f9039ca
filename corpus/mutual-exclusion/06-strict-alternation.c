/* Strict alternation: one atomic `turn`, each thread enters on its turn and passes it on.
 * Safe and race free; each thread enters exactly twice, so the turns always add up and everyone ends. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2 };

atomic_uint turn;
unsigned log_entries;
unsigned char log_of[2 * ROUNDS];

void *worker(void *arg)
{
    unsigned me = (unsigned)(unsigned long)arg;

    for (int i = 0; i < ROUNDS; i++) {
        while (turn != me)
            ;
        log_of[log_entries++] = (unsigned char)me;
        turn = 1u - me;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0ul);
    pthread_create(&b, NULL, worker, (void *)1ul);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    assert(log_entries == 2 * ROUNDS);
    for (unsigned i = 0; i < 2 * ROUNDS; i++)
        assert(log_of[i] == i % 2);
    return 0;
}
