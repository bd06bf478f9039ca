// The memory order is read from a variable that another thread writes: a race.
#include <pthread.h>

int x, order = 5;

static void *worker(void *arg) {
    order = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __atomic_store_n(&x, 1, order);
    pthread_join(t, 0);
    return 0;
}
