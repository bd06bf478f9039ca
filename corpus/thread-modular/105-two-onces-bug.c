/* Two flags for one initialiser: it is run twice. */
#include <pthread.h>

extern void reach_error(void);

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int runs;

static void fill(void)
{
    runs++;
}

static void *one(void *unused)
{
    pthread_once(&first, fill);
    return unused;
}

static void *other(void *unused)
{
    pthread_once(&second, fill);
    if (runs != 1)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, one, 0);
    pthread_create(&thread, 0, other, 0);
    pthread_exit(0);
}
