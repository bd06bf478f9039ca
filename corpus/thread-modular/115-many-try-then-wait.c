/* Who finds the lock taken waits for it; both ways lead in with the lock. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused)
{
    if (pthread_mutex_trylock(&lock) != 0)
        pthread_mutex_lock(&lock);
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    pthread_mutex_unlock(&lock);
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
