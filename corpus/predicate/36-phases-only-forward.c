/* A job goes through its phases by compare-and-swap, from two threads; its result is there from the phase DONE on.
 * What must be found: in the phase DONE the result is the double of the input, whatever the input is. */
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

enum phase { FREE, CLAIMED, DONE };

static atomic_int phase = FREE;
static unsigned input, result;

static void *claimant(void *unused)
{
    while (1) {
        int expected = FREE;
        if (atomic_compare_exchange_strong(&phase, &expected, CLAIMED)) {
            input = __VERIFIER_nondet_uint();
            result = input << 1;
            phase = DONE;
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, claimant, 0);
    while (1) {
        if (phase == DONE) {
            if (result != input + input)
                reach_error();
            phase = FREE;
        }
    }
}
