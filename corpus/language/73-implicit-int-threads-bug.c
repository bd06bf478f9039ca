/* The style of old textbook examples: thread functions without a return type, globals
 * without one, main() too.  The unprotected flag makes both threads enter: FALSE. */
#include <pthread.h>

extern void reach_error();

static busy, inside;

enter()
{
    if (!busy) {
        busy = 1;
        inside++;
        if (inside > 1)
            reach_error();
        inside--;
        busy = 0;
    }
}

thr1() { enter(); }
thr2() { enter(); }

main()
{
    pthread_t a, b;

    pthread_create(&a, 0, (void *(*)(void *))thr1, 0);
    pthread_create(&b, 0, (void *(*)(void *))thr2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
