/* The semaphore is cleared with memset while the other thread posts it. */
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t s;

static void *post(void *arg)
{
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t t;

    sem_init(&s, 0, 0);
    pthread_create(&t, 0, post, 0);
    memset(&s, 0, sizeof s);
    pthread_join(t, 0);
    return 0;
}
