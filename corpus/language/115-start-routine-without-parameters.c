// A start routine that is declared without parameters, with a local variable in memory; one with an `int` parameter.
#include <assert.h>
#include <pthread.h>

int seen, number;

void *plain() {
    int x;
    int *p = &x;
    *p = 3;
    seen = x;
    return 0;
}

short with_number(int n) {
    int *p = &n;
    number = *p + 1;
    return 5;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, plain, 0);
    pthread_create(&b, 0, (void *(*)(void *))with_number, (void *)41);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen == 3 && number == 42);
    return 0;
}
