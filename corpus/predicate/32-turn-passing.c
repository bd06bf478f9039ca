/* Two threads pass a turn to and fro; the first writes any message and its seal, the second looks whether they match.
 * What must be found: the seal fits the message whenever it is the second thread's turn. */
#include <pthread.h>
#include <stdatomic.h>

#define KEY 0x5a5au

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

enum turn { WRITE, COMPARE };

static _Atomic enum turn turn;
static struct {
    unsigned text;
    unsigned seal;
} message;

static void *compare(void *unused)
{
    while (1) {
        if (turn != COMPARE)
            continue;
        if ((message.seal ^ KEY) != message.text)
            reach_error();
        turn = WRITE;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, compare, 0);
    while (1) {
        if (turn != WRITE)
            continue;
        message.text = __VERIFIER_nondet_uint();
        message.seal = message.text ^ KEY;
        turn = COMPARE;
    }
}
