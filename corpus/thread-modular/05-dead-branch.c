/* The other thread would overwrite the result, but in a branch that its own copy of the request rules out.
 * `default` never looks at the path to the effect; `simple` does, finds it impossible by itself, and learns what
 * the other thread knows about its copy. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int result, log;

static void *helper(void *unused)
{
    int request = __VERIFIER_nondet_int();

    if (request > 5) {
        log = 1;
        if (request < 3)
            result = 2;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, helper, 0);
    result = 1;
    if (result != 1)
        reach_error();
    return log;
}
