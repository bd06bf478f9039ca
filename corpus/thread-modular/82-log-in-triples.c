/* Any number of threads write three words each into a log, where an atomic section has given them room. The
 * words are in the log because the index is a multiple of three, and the log is not read. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#define WORDS 99

static unsigned journal[WORDS];
static unsigned used;
static int written;

static void *worker(void *unused)
{
    unsigned at;

    __VERIFIER_atomic_begin();
    at = used;
    if (at < WORDS)
        used = at + 3;
    __VERIFIER_atomic_end();
    if (at < WORDS) {
        journal[at] = 1;
        journal[at + 1] = 2;
        journal[at + 2] = 3;
        written = 1;
        if (written != 1)
            reach_error();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
