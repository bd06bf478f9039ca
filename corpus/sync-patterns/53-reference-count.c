/* Reference counting with an atomic decrement whose result decides: exactly one thread, the last, destroys the
 * object, after all uses of it. The plain field is read by the users and written by the destroyer only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct object {
    atomic_int refs;
    int alive;
};

static struct object o = { 3, 1 };
static int destroyed;

static void put(struct object *p)
{
    if (atomic_fetch_sub(&p->refs, 1) == 1) {
        p->alive = 0;
        destroyed++;
    }
}

static void *user(void *arg)
{
    struct object *p = arg;
    assert(p->alive);
    put(p);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, &o);
    pthread_create(&b, NULL, user, &o);
    put(&o); /* main's own reference */
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 1);
    return 0;
}
