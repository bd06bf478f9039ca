// Calling through a table reads the pointer that the other thread replaces.
#include <pthread.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*table[2])(void) = { one, two };
static void *work(void *a) { table[1] = one; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int r = table[1]();
    pthread_join(t, 0);
    return r < 1;
}
