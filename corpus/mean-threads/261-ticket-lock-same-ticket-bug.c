// Reading and incrementing separately can draw the same ticket twice.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_uint next, serving;
static int x;
static void *work(void *a) {
    unsigned my = next; next++;
    while (serving != my) ;
    x++;
    serving = my + 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
