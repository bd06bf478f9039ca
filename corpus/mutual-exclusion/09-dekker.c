/* Dekker's algorithm for two threads with volatile (not atomic) variables, written twice by hand.
 * On a conflict the thread whose turn it is not takes its wish back and waits for its turn.
 * Mutual exclusion holds under sequential consistency; volatile does not synchronise, so the protocol
 * variables race. */
#include <pthread.h>
#include <assert.h>

void reach_error(void) { assert(0); }

volatile int wish_a, wish_b;
volatile int turn; /* 0: a, 1: b */
int shared;

void *thread_a(void *unused)
{
    wish_a = 1;
    while (wish_b) {
        if (turn != 0) {
            wish_a = 0;
            while (turn != 0)
                ;
            wish_a = 1;
        }
    }

    shared = 1;
    if (shared != 1)
        reach_error();

    turn = 1;
    wish_a = 0;
    return unused;
}

void *thread_b(void *unused)
{
    wish_b = 1;
    while (wish_a) {
        if (turn != 1) {
            wish_b = 0;
            while (turn != 1)
                ;
            wish_b = 1;
        }
    }

    shared = 2;
    if (shared != 2)
        reach_error();

    turn = 0;
    wish_b = 0;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread_a, NULL);
    pthread_create(&b, NULL, thread_b, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
