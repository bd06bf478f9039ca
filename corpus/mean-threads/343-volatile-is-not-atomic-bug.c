/* volatile does not make an access atomic (C11 5.1.2.4: only atomic objects are exempt). The flag is volatile: a race. */
#include <pthread.h>
#include <stdatomic.h>
#include <signal.h>

volatile sig_atomic_t flag;

void *worker(void *arg)
{
    flag = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int f = flag;
    pthread_join(t, 0);
    return f;
}
