// The address of the loop variable is passed: the thread reads it while main changes it.
#include <pthread.h>
static int out[2];
static void *work(void *a) { int i = *(int *)a; if (i >= 0 && i < 2) __atomic_store_n(&out[i], 1, __ATOMIC_SEQ_CST); return 0; }
int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, &i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
