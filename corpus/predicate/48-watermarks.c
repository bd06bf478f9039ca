/* One thread raises the low watermark and another one lowers the high watermark, each at most to where the other is.
 * What must be found: low is at most high outside of the atomic sections. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int low = -1000000, high = 1000000;

static void *raise_low(void *unused)
{
    while (1) {
        int to = __VERIFIER_nondet_int();
        __VERIFIER_atomic_begin();
        if (to > low && to <= high)
            low = to;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, raise_low, 0);
    while (1) {
        int to = __VERIFIER_nondet_int();
        __VERIFIER_atomic_begin();
        if (to < high && to >= low)
            high = to;
        if (low > high)
            reach_error();
        __VERIFIER_atomic_end();
    }
}
