/* Only if both threads take turns from the first step to the last, and main waits without a join, do the numbers get so high. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int left, right;

static void *climb_left(void *unused)
{
    for (int i = 0; i < 12; i++) {
        __VERIFIER_atomic_begin();
        left = right + 1;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *climb_right(void *unused)
{
    for (int i = 0; i < 12; i++) {
        __VERIFIER_atomic_begin();
        right = left + 1;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, climb_left, 0);
    pthread_create(&b, 0, climb_right, 0);
    if (right == 24)
        reach_error();
    return 0;
}
