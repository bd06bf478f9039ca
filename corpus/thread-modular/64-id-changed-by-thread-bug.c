/* Another thread changes which id is in the variable: what is joined is not always the writer. */
#include <pthread.h>

extern void reach_error(void);

static int written;

static void *idler(void *unused)
{
    return unused;
}

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

static pthread_t threads[2];

static void *changer(void *unused)
{
    threads[0] = threads[1];
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, idler, 0);
    pthread_create(&thread, 0, changer, 0);
    pthread_join(threads[0], 0);
    if (written == 0)
        reach_error();
    return 0;
}
