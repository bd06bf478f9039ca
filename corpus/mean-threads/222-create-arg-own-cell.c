// Each thread has its own cell, written before it is created.
#include <pthread.h>
#include <assert.h>
static int out[2];
static void *work(void *a) { out[*(int *)a] = 1; return 0; }
int main(void) {
    pthread_t t[2];
    int arg[2];
    for (int i = 0; i < 2; i++) {
        arg[i] = i;
        pthread_create(&t[i], 0, work, &arg[i]);
    }
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(out[0] == 1 && out[1] == 1);
    return 0;
}
