/* pthread_join hands over the value returned by the start routine: a heap object, a
 * pointer into static memory, NULL; a null second argument discards it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int cell[2] = { 5, 6 };

static void *heap(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = *(int *)arg + 1;
    return p;
}

static void *inner(void *arg) { return &cell[1]; }
static void *nothing(void *arg) { return NULL; }

int main(void)
{
    pthread_t t;
    void *r = &t;
    int n = 41, *result;

    pthread_create(&t, NULL, heap, &n);
    pthread_join(t, (void **)&result);
    assert(*result == 42);
    free(result);
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, &r);
    assert(r == cell + 1 && *(int *)r == 6);
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, &r);
    assert(r == NULL);
    pthread_create(&t, NULL, inner, NULL);
    assert(pthread_join(t, NULL) == 0);
    return 0;
}
