/* A scheme like RCU: readers announce themselves and then follow the pointer; the writer publishes a new version,
 * waits until no reader is announced, and only then overwrites the old version. A reader that got the old
 * pointer was announced before the exchange, so the writer waits for it: readers never see the poison. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct version {
    int value;
};

#define POISON (-1)

static struct version versions[2] = { { 1 }, { 0 } };
static _Atomic(struct version *) current = &versions[0];
static atomic_int readers;

static void *reader(void *unused)
{
    atomic_fetch_add(&readers, 1);
    struct version *v = atomic_load(&current);
    int seen = v->value;
    atomic_fetch_sub(&readers, 1);
    assert(seen == 1 || seen == 2);
    return unused;
}

static void *writer(void *unused)
{
    versions[1].value = 2;
    struct version *old = atomic_exchange(&current, &versions[1]);
    while (atomic_load(&readers) != 0)
        ; /* grace period */
    old->value = POISON;
    return unused;
}

int main(void)
{
    pthread_t r1, r2, w;
    pthread_create(&r1, NULL, reader, NULL);
    pthread_create(&r2, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r1, NULL);
    pthread_join(r2, NULL);
    pthread_join(w, NULL);
    return 0;
}
