/* The second id is written over a part of the first, so there is no thread with what is left of it. */
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

static char bytes[32];

int main(void)
{
    pthread_create((pthread_t *)bytes, 0, writer, 0);
    pthread_create((pthread_t *)(bytes + 1), 0, idler, 0);
    pthread_join(*(pthread_t *)bytes, 0);
    if (written == 0)
        reach_error();
    return 0;
}
