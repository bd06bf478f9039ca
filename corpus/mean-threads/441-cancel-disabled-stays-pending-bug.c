/* With cancelability disabled a request stays pending; it counts at the next cancellation point after it was enabled again.
   The worker sets the flag behind that point, so never. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t asked;
int flag;

void *worker(void *arg)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sem_wait(&asked);
    pthread_testcancel();
    ;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    pthread_testcancel();
    flag = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&asked, 0, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    sem_post(&asked);
    pthread_join(t, 0);
    assert(flag == 1);
    return 0;
}
