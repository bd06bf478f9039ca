/* A shared function pointer switched by another thread between the check and the call:
 * the "checked" handler need not be the one that runs, so the forbidden one can. */
#include <pthread.h>

extern void reach_error(void);

static void allowed(void) { }
static void forbidden(void) { reach_error(); }

static void (*volatile handler)(void) = allowed;

static void *attacker(void *arg)
{
    handler = forbidden;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, attacker, 0);
    if (handler != forbidden)
        handler();
    pthread_join(t, 0);
    return 0;
}
