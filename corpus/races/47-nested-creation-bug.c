/* main joins the parent, but the parent has not joined its own child, which still
 * writes when main reads. */
#include <pthread.h>

static int result;

static void *child(void *arg)
{
    result = 1;
    return 0;
}

static void *parent(void *arg)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    int r;

    pthread_create(&t, 0, parent, 0);
    pthread_join(t, 0);
    r = result;
    return r > 1;
}
