/* A static local is one object for all threads: two threads that draw a ticket from the
 * same generator may both read the old value, so the tickets can be equal (FALSE) and
 * the accesses race (FALSE).  There is nothing to wait for but the joins. */
#include <assert.h>
#include <pthread.h>

static int draw(void)
{
    static int last;
    return ++last;
}

static void *customer(void *mine)
{
    *(int *)mine = draw();
    return 0;
}

int main(void)
{
    pthread_t t;
    int a, b;

    pthread_create(&t, 0, customer, &a);
    b = draw();
    pthread_join(t, 0);
    assert(a != b);
    return 0;
}
