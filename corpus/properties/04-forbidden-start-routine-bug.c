// A thread that starts with the forbidden function calls it.
#include <pthread.h>

static void *give_up(void *arg) {
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, give_up, 0);
    pthread_join(t, 0);
    return 0;
}
