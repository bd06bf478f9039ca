/* Main looks at the object once more after it has given back its reference. */
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
    release(arg);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct object *object = malloc(sizeof *object);
    int seen;

    atomic_init(&object->references, 2);
    object->value = 3;
    pthread_create(&t, 0, work, object);
    release(object);
    seen = object->value;
    pthread_join(t, 0);
    return seen;
}
