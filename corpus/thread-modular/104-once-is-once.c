/* The initialiser counts how often it is run: however many threads ask, it is once. */
#include <pthread.h>

extern void reach_error(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void fill(void)
{
    runs++;
}

static void *worker(void *unused)
{
    pthread_once(&once, fill);
    if (runs != 1)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
