/* All instances have to be between the same two steps at the same time, and the number of them is not known: no tree of few chains
   shows the error. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int created, inside;

static void *visitor(void *unused)
{
    pthread_mutex_lock(&lock);
    inside++;
    if (inside == 4)
        reach_error();
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    inside--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (__VERIFIER_nondet_int()) {
        created++;
        pthread_create(&thread, 0, visitor, 0);
    }
    return 0;
}
