/* The motivating example of the paper (Rudenchik and Andrianov, Fig. 2), written anew: the effect `b = 2` is
 * possible, and so is the path of the checking thread, but not both. `effect` joins the two paths and finds `a ==
 * 1` for the one and `a != 1` for the other; `simple` looks at each by itself and finds nothing. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *checking(void *unused)
{
    pthread_mutex_lock(&lock);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&lock);
    if (b != 1)
        reach_error();
    return unused;
}

static void *changing(void *unused)
{
    pthread_mutex_lock(&lock);
    if (a != 1)
        b = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, checking, 0);
    pthread_create(&two, 0, changing, 0);
    return 0;
}
