/* The answers are mixed up: who finds the lock taken goes in. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused)
{
    if (pthread_mutex_trylock(&lock) != 0) {
        inside++;
        if (inside != 1)
            reach_error();
        inside--;
    } else {
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    pthread_t thread;

    for (int i = 0; i < count; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
