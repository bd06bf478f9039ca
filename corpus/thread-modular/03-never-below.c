/* Others only count up, by effects that refer to the value there is: `seen + 1`, never less. `default` proves it
 * because an action is the assignment itself and not only the name of what is assigned; with `environment=havoc`
 * nobody does. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int ticks;

static void *clock_thread(void *unused)
{
    while (1) {
        __VERIFIER_atomic_begin();
        if (ticks < 1000)
            ticks++;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, clock_thread, 0);
    while (1) {
        if (ticks < 0)
            reach_error();
    }
}
