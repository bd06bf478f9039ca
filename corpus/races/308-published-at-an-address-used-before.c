// A thread frees a block that it alone knows, gets the same address again for another one, and publishes that:
// what was known of the first block is not known of the second.
#include <pthread.h>
#include <stdlib.h>

unsigned level = 1, limit;
unsigned *published;

void *worker(void *argument) {
    unsigned *own = malloc(4);
    *own = level;
    unsigned seen = *own;
    free(own);
    if (limit > 2u) {
        unsigned *shared = malloc(4);
        *shared = seen;
        published = shared;
    }
    return (void *)(unsigned long)seen;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
