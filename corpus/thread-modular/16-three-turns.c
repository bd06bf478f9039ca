/* Three threads write in turns, each only while the turn is its own. Every write of the others is excluded by the
 * value of the turn, which only a joined path shows: `effect`, with one pair of predicates for each of the two
 * others. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int turn;
static int board;

static void *second(void *unused)
{
    while (1) {
        if (turn == 1) {
            board = 2;
            turn = 2;
        }
    }
    return unused;
}

static void *third(void *unused)
{
    while (1) {
        if (turn == 2) {
            board = 3;
            turn = 0;
        }
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, second, 0);
    pthread_create(&two, 0, third, 0);
    while (1) {
        if (turn == 0) {
            board = 1;
            if (board != 1)
                reach_error();
            turn = 1;
        }
    }
}
