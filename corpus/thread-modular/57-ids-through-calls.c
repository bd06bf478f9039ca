/* Functions create and join, and the ids are kept on the heap. */
#include <pthread.h>
#include <stdlib.h>

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

static pthread_t begin(void *(*start)(void *))
{
    pthread_t thread;

    pthread_create(&thread, 0, start, 0);
    return thread;
}

static void end(pthread_t thread)
{
    pthread_join(thread, 0);
}

int main(void)
{
    pthread_t *threads = malloc(2 * sizeof *threads);

    threads[0] = begin(idler);
    threads[1] = begin(writer);
    end(threads[1]);
    if (written == 0)
        reach_error();
    end(threads[0]);
    free(threads);
    return 0;
}
