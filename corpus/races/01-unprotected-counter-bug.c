/* Two threads increment a global without any lock: the simplest data race.  Nothing is
 * asserted about the value, so the error location stays unreachable. */
#include <pthread.h>

static int counter;

static void *work(void *arg)
{
    counter++;
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return counter == 0;
}
