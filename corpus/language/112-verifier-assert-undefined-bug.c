// `__VERIFIER_assert` is declared but not defined.
#include <pthread.h>

void __VERIFIER_assert(int);

int x;

static void *worker(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_assert(x == 0);
    pthread_join(t, 0);
    return 0;
}
