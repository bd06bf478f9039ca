/* Prepending by an atomic load and an atomic store: two threads can link to the same old head and the later
 * store drops the other's node. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct entry {
    int value;
    struct entry *next;
};

static _Atomic(struct entry *) list;

static void *add(void *arg)
{
    struct entry *e = malloc(sizeof(struct entry));
    e->value = (int)(long)arg;
    e->next = atomic_load(&list);
    atomic_store(&list, e);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, (void *)3L);
    pthread_create(&b, NULL, add, (void *)4L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    int sum = 0;
    for (struct entry *e = list; e != NULL; e = e->next)
        sum += e->value;
    assert(sum == 7);
    return 0;
}
