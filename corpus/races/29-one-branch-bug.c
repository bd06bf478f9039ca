/* The unprotected write is on one branch only, taken for negative inputs; the common
 * path is well locked. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int errors;

static void report(int code)
{
    if (code < 0) {
        errors = code;          /* "cannot happen" */
        return;
    }
    pthread_mutex_lock(&m);
    errors++;
    pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
    report(1);
    return 0;
}

int main(void)
{
    pthread_t t;
    int input = __VERIFIER_nondet_int();

    pthread_create(&t, 0, work, 0);
    report(input);
    pthread_join(t, 0);
    return 0;
}
