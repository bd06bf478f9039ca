/* What is joined was read from the variable before the creation: it is the id of nobody, or of whoever has it by then. */
#include <pthread.h>

extern void reach_error(void);

static int written;
static pthread_t zero;

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

int main(void)
{
    pthread_t thread = zero, early = thread;

    pthread_create(&thread, 0, writer, 0);
    pthread_join(early, 0);
    if (written == 0)
        reach_error();
    return 0;
}
