// The forbidden function is called through a pointer, has no body, and takes more arguments than its type says.
#include <pthread.h>

int give_up(const char *why, ...);

static int go_on(const char *why, ...) {
    return why[0];
}

int (*handler)(const char *, ...) = go_on;

static void *setter(void *arg) {
    handler = give_up;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    handler("late", 1, 2);
    pthread_join(t, 0);
    return 0;
}
