// Turn is given away before the flag is raised.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int flag[2], turn;
static int x;
static void *work(void *a) {
    int me = a != 0, other = 1 - me;
    turn = other;
    flag[me] = 1;
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
