/* The table is looked at before it is asked for. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table;

static void fill(void)
{
    table = 7;
}

static void *worker(void *unused)
{
    int seen = table;

    pthread_once(&once, fill);
    if (seen != 7)
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
