// C11 6.5.3.4: the operand of sizeof is not evaluated; & applied to an element or member reads nothing; && stops
// early.
#include <pthread.h>
#include <assert.h>
static int x;
static struct { int a, b; } s, *p = &s;
static int arr[2];
static void *work(void *a) { x = 1; s.b = 1; arr[1] = 1; return 0; }
int main(void) {
    pthread_t t;
    int zero = 0;
    pthread_create(&t, 0, work, 0);
    assert(sizeof(x++) == 4);
    assert(&p->b == &s.b && &arr[1] == arr + 1 && &*&x == &x);
    if (zero && x) assert(0);
    __typeof__(x + 1) y = 2;
    assert(y == 2);
    pthread_join(t, 0);
    return 0;
}
