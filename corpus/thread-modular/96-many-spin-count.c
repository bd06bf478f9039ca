/* As 25 with a spin lock: any number of threads count up and down again while they hold it. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_spinlock_t spin;
static int inside;

static void *worker(void *unused)
{
    pthread_spin_lock(&spin);
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    pthread_spin_unlock(&spin);
    return unused;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    pthread_t thread;

    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < count; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
