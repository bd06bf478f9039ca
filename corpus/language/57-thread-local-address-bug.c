/* The address of a thread-local variable is that of the creating thread's copy: when it
 * is handed to another thread, both use one object, race, and disagree on its value. */
#include <assert.h>
#include <pthread.h>

static __thread int mine = 1;

static void *intruder(void *theirs)
{
    assert(&mine != (int *)theirs);
    *(int *)theirs = 2;
    assert(mine == 1);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, intruder, &mine);
    assert(mine == 1);          /* may already be 2 */
    pthread_join(t, 0);
    return 0;
}
