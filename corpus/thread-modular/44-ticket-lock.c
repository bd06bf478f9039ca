/* A ticket lock with two customers. That no two have the same ticket is a relation between the locals of two
 * threads; views have those of one. UNKNOWN with all refiners. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_uint next, serving;
static int inside;

static void *customer(void *unused)
{
    unsigned mine = atomic_fetch_add(&next, 1);

    while (serving != mine)
        ;
    inside = 1;
    inside = 0;
    if (inside != 0)
        reach_error();
    serving = mine + 1;
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, customer, 0);
    pthread_create(&two, 0, customer, 0);
    pthread_exit(0);
}
