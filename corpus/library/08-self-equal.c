/* pthread_self is the id that pthread_create stored, differs between live threads, and
 * pthread_equal compares ids. */
#include <assert.h>
#include <pthread.h>

static pthread_t main_id, child_id;

static void *child(void *arg)
{
    assert(!pthread_equal(pthread_self(), main_id));
    child_id = pthread_self();
    return 0;
}

int main(void)
{
    pthread_t t;

    main_id = pthread_self();
    assert(pthread_equal(main_id, pthread_self()));
    pthread_create(&t, 0, child, 0);
    assert(!pthread_equal(t, main_id));
    pthread_join(t, 0);
    assert(pthread_equal(child_id, t));
    return 0;
}
