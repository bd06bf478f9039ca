/* The copy is checked against the counter before it is written back, but check and write are two steps:
 * another update can fall in between and is overwritten. All accesses are atomic, so there is no race. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_uint value;

static void add(unsigned n)
{
    unsigned copy;
    do {
        copy = value;
    } while (copy != value); /* "nobody has changed it" */
    value = copy + n;
}

static void *run(void *arg)
{
    add((unsigned)(unsigned long)arg);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, (void *)1ul);
    pthread_create(&b, NULL, run, (void *)10ul);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (value != 11u)
        reach_error();
    return 0;
}
