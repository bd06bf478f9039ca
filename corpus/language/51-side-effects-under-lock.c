/* Conditional, comma and short-circuit expressions with side effects on shared
 * variables, all inside one mutex: exactly one thread claims the token, and the
 * other counts itself as late. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int token = 1, claimed, late;

static void *claim(void *arg)
{
    pthread_mutex_lock(&m);
    (token && token-- == 1) ? claimed++ : late++;
    claimed == 1 || (late += 100, 0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, claim, 0);
    claim(0);
    pthread_join(t, 0);
    assert(token == 0 && claimed == 1 && late == 1);
    return 0;
}
