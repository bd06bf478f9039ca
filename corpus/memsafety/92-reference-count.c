/* Whoever gives back the last reference frees the object; nobody looks at it after that. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int references; int value; };

static void release(struct object *object)
{
    if (atomic_fetch_sub(&object->references, 1) == 1)
        free(object);
}

static void *work(void *arg)
{
    struct object *object = arg;
    int seen = object->value;

    release(object);
    return seen == 3 ? arg : 0;
}

int main(void)
{
    pthread_t t;
    struct object *object = malloc(sizeof *object);

    atomic_init(&object->references, 2);
    object->value = 3;
    pthread_create(&t, 0, work, object);
    release(object);
    pthread_join(t, 0);
    return 0;
}
