/* As its right twin, but the sender raises the flag before the letter is in the box. */
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
            full = 1;
            letter = next;
            last = next;
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
