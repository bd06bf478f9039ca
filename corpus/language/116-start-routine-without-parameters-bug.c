// As its twin, with a wrong expectation.
#include <assert.h>
#include <pthread.h>

int seen;

void *plain() {
    int x;
    int *p = &x;
    *p = 3;
    seen = x;
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, plain, 0);
    assert(seen == 0);
    pthread_join(a, 0);
    return 0;
}
