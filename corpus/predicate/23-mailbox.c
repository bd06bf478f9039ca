/* A mailbox with room for one letter: the flag says whose turn it is, and every letter is above the one before.
 * What must be found: while the flag is up the letter is above all that were received, while it is down both sides know
 * the same letter. */
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int letter;
static atomic_bool full;

static void *sender(void *unused)
{
    int last = 0;

    while (1) {
        int next = __VERIFIER_nondet_int();
        if (next > last && !full) {
            letter = next;
            last = next;
            full = 1;
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    int got = 0;

    pthread_create(&thread, 0, sender, 0);
    while (1) {
        if (full) {
            if (letter <= got)
                reach_error();
            got = letter;
            full = 0;
        }
    }
}
