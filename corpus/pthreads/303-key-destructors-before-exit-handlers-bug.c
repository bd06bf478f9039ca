/* The last thread runs the destructors of its keys first and the exit handlers, the last one registered first, after them.
   The order is expected the other way round. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int steps;

void destructor(void *value)
{
    steps++;
    assert(steps == 1);
}

void last(void)
{
    steps++;
    assert(steps == 1);
}

void first(void)
{
    steps++;
    assert(steps == 2);
}

int main(void)
{
    pthread_key_t key;
    pthread_key_create(&key, destructor);
    pthread_setspecific(key, &steps);
    atexit(last);
    atexit(first);
    pthread_exit(0);
}
