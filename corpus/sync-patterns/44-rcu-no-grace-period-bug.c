/* The RCU scheme without the grace period: the writer overwrites the old version at once, under the eyes of a
 * reader that has already fetched the old pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct version {
    int value;
};

static struct version versions[2] = { { 1 }, { 2 } };
static _Atomic(struct version *) current = &versions[0];

static void *reader(void *unused)
{
    struct version *v = atomic_load(&current);
    assert(v->value > 0);
    return unused;
}

static void *writer(void *unused)
{
    struct version *old = atomic_exchange(&current, &versions[1]);
    old->value = -1; /* readers may still be there */
    return unused;
}

int main(void)
{
    pthread_t r, w;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
