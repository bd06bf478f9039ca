/* Who was joined cannot be detached. */
#include <pthread.h>

extern void reach_error(void);

static int written;

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    pthread_join(thread, 0);
    if (pthread_detach(thread) != 0)
        reach_error();
    return 0;
}
