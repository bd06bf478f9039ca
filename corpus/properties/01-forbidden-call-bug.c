// The property forbids calls of `give_up`, which has a body of its own: two threads that both find the cell empty.
#include <pthread.h>

int taken;

static void give_up(int who) {
    taken = who;
}

static void *worker(void *arg) {
    if (taken)
        give_up(1);
    taken = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
