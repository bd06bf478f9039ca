/* Peterson's algorithm. Right, but a thread-modular proof would have to say where the other thread is: that it has
 * raised its flag and not yet given the turn away. No predicate about the variables and one thread's place says
 * that, so UNKNOWN is what all refiners have to say, until views know the place of the other thread (`knowledge=places`). */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int wants[2], turn;
static int inside;

static void *other(void *unused)
{
    wants[1] = 1;
    turn = 0;
    while (wants[0] && turn == 0)
        ;
    inside = 2;
    wants[1] = 0;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, other, 0);
    wants[0] = 1;
    turn = 1;
    while (wants[1] && turn == 1)
        ;
    inside = 1;
    if (inside != 1)
        reach_error();
    wants[0] = 0;
    return 0;
}
