/* Any number of threads try to become the leader by compare and exchange; nobody ever steps down. Whose the cell
 * is excludes all others, if it stays with who has changed it: the path of another candidate, joined, shows that
 * it cannot change the cell again, so `effect`. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int leader;
static int plan;

static void *candidate(void *unused)
{
    int nobody = 0;

    if (atomic_compare_exchange_strong(&leader, &nobody, 1)) {
        plan = 1;
        plan = 2;
        if (plan != 2)
            reach_error();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, candidate, 0);
}
