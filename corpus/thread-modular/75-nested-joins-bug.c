/* As the one before, but the boss does not wait for the writer but for an idler. */
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

static void *boss(void *unused)
{
    pthread_t thread, other;

    pthread_create(&thread, 0, writer, 0);
    pthread_create(&other, 0, idler, 0);
    pthread_join(other, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, boss, 0);
    pthread_join(thread, 0);
    if (written == 0)
        reach_error();
    return 0;
}
