/* A normal mutex locked twice by the same thread: the second lock waits for itself for
 * ever, in every run; the code behind it is unreachable. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int depth;

static void enter(void)
{
    pthread_mutex_lock(&m);
    depth++;
}

int main(void)
{
    enter();
    enter();
    reach_error();
    return 0;
}
