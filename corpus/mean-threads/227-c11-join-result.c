// C11 7.26.5: thrd_join stores the int that was returned or given to thrd_exit.
#include <threads.h>
#include <assert.h>
static int shared;
static int f(void *a) { shared = 1; thrd_exit(7); }
static int g(void *a) { return *(int *)a - 1; }
int main(void) {
    thrd_t t, u;
    int r, in = 0;
    assert(thrd_create(&t, f, 0) == thrd_success);
    assert(thrd_create(&u, g, &in) == thrd_success);
    assert(thrd_join(t, &r) == thrd_success && r == 7 && shared == 1);
    assert(thrd_join(u, &r) == thrd_success && r == -1);
    return 0;
}
