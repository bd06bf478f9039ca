/* One thread says that it will write to a pipe, and writes. What follows the writing is not modelled exactly; the other thread fails
 * before it, between the two.  FALSE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int announced, written;
static int p[2];

static void *writer(void *arg)
{
    announced = 1;
    if (write(p[1], "a", 1) == 1)
        written = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    if (pipe(p) != 0)
        return 0;
    pthread_create(&t, 0, writer, 0);
    if (announced)
        assert(written);
    pthread_join(t, 0);
    return 0;
}
