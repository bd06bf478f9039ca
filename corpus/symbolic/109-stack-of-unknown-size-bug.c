/* Two threads push into a stack of unknown size under a lock, but one more element is counted than there is. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *stack, size, top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        if (top >= size) {
            pthread_mutex_unlock(&lock);
            return NULL;
        }
        stack[top] = 1;
        top++;
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t t, u;
    size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000000)
        return 0;
    stack = calloc(size, sizeof *stack);
    pthread_create(&t, NULL, push, NULL);
    pthread_create(&u, NULL, push, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(top < size);
    return 0;
}
