/* sem_getvalue, sem_trywait and sem_timedwait: the count goes up with each post and down
 * with each successful wait; at zero trywait fails with EAGAIN, timedwait with ETIMEDOUT. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t s;
    int v = -1;
    struct timespec past = { 1, 0 };

    assert(sem_init(&s, 0, 2) == 0);
    sem_getvalue(&s, &v);
    assert(v == 2);
    assert(sem_trywait(&s) == 0);
    assert(sem_timedwait(&s, &past) == 0);
    sem_getvalue(&s, &v);
    assert(v == 0);
    assert(sem_trywait(&s) == -1);
    assert(errno == EAGAIN);
    assert(sem_timedwait(&s, &past) == -1);
    assert(errno == ETIMEDOUT);
    sem_post(&s);
    sem_post(&s);
    sem_post(&s);
    assert(sem_wait(&s) == 0);
    sem_getvalue(&s, &v);
    assert(v == 2);
    sem_destroy(&s);
    return 0;
}
