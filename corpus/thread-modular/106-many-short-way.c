/* A flag spares the call: it is set when the table has been filled, and nobody resets it. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int filled, table;

static void fill(void)
{
    table = 5;
    filled = 1;
}

static void *worker(void *unused)
{
    if (!filled)
        pthread_once(&once, fill);
    if (table != 5)
        reach_error();
    return unused;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    pthread_t thread;

    for (int i = 0; i < count; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
