/* Nobody but the other thread itself writes its flag, and it clears it before it looks. `simple` proves it by
 * predicates of that thread about a shared variable; no joined path is needed because no step of anybody else
 * concerns the flag. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int armed, target;

static void *guard(void *unused)
{
    while (1) {
        armed = __VERIFIER_nondet_int() != 0;
        armed = 0;
        if (armed)
            target = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, guard, 0);
    while (1) {
        target = 5;
        if (target != 5)
            reach_error();
    }
}
