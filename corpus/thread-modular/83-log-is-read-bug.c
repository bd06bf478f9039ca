/* As 82, but somebody reads the log, through a pointer. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#define WORDS 9

static unsigned journal[WORDS];
static unsigned used;

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
    }
    return unused;
}

static void *reader(void *words)
{
    unsigned *first = words;

    if (first[1] == 2)
        reach_error();
    return 0;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, reader, journal);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
