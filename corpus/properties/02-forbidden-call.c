// The property forbids calls of `give_up`; the lock makes the only one unreachable. What is an error by its name elsewhere
// is none here: `reach_error` is a function like any other, and a failing assertion ends the program.
#include <assert.h>
#include <pthread.h>

int inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void reach_error(void) {
    inside = 0;
}

int give_up(void);

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    if (inside)
        give_up();
    inside = 1;
    reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(inside == 1);
    give_up();
    return 0;
}
