// Sem_timedwait(3): success at once whatever the deadline if the value is positive; otherwise EINVAL for a bad nsec,
// ETIMEDOUT for the past.
#include <semaphore.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
    sem_t s;
    struct timespec past = {1, 0}, bad = {1, 1000000000};
    sem_init(&s, 0, 1);
    assert(sem_timedwait(&s, &past) == 0);
    errno = 0;
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &bad) == -1 && errno == EINVAL);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    return 0;
}
