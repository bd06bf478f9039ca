// Each thread keeps the turn for itself: the second one to arrive walks in.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int flag[2], turn;
static int x;
static void *work(void *a) {
    int me = a != 0, other = 1 - me;
    flag[me] = 1;
    turn = me;
    while (flag[other] && turn == other) ;
    x++;
    flag[me] = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &x);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
