/* A row of threads, each with an element of its own, and two others beside them. Main joins the row in a loop, and only then writes to an element. No race. */
#include <pthread.h>

enum { ROW = 3 };
struct item { int value; };
static struct item given[ROW];

static void *own(void *item)
{
    ((struct item *)item)->value = 1;
    return 0;
}

static void *other(void *unused) { return unused; }

int main(void)
{
    pthread_t threads[ROW], first, second;
    for (int i = 0; i < ROW; i++) {
        given[i].value = 0;
        pthread_create(&threads[i], 0, own, &given[i]);
    }
    pthread_create(&first, 0, other, 0);
    pthread_create(&second, 0, other, 0);
    for (int i = 0; i < ROW; i++)
        pthread_join(threads[i], 0);
    given[0].value = 3;
    return 0;
}
