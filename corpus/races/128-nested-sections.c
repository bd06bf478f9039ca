/* The inner end of nested sections is not the end. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int n;

static void *work(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_end();
    n++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    return 0;
}
