/* The ids change places, and the right one is joined. Nobody looks at ids, so each is as good as a name for its thread: it is
 * known who is joined, and that the writer has ended there, as its last view says to who looks at effects. */
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

int main(void)
{
    pthread_t first, second, other;

    pthread_create(&first, 0, idler, 0);
    pthread_create(&second, 0, writer, 0);
    other = first;
    first = second;
    second = other;
    pthread_join(first, 0);
    if (written == 0)
        reach_error();
    return 0;
}
