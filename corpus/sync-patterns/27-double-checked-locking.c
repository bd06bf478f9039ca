/* Double-checked locking done right: the pointer is atomic and published after the object is initialised.
 * The object is made exactly once and nobody sees it half made. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int version;
};

static _Atomic(struct config *) instance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int created;

static struct config *get(void)
{
    struct config *c = atomic_load(&instance);
    if (c == NULL) {
        pthread_mutex_lock(&lock);
        c = atomic_load(&instance);
        if (c == NULL) {
            c = malloc(sizeof *c);
            c->version = 3;
            created++;
            atomic_store(&instance, c);
        }
        pthread_mutex_unlock(&lock);
    }
    return c;
}

static void *user(void *unused)
{
    assert(get()->version == 3);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(created == 1);
    return 0;
}
