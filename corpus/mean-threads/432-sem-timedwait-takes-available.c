/* sem_timedwait decrements at once if it can, whatever the time limit says, and does not look at it (POSIX); if it cannot and the limit is past,
   it fails with ETIMEDOUT. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t s;
    struct timespec past = {1, 0};
    sem_init(&s, 0, 1);
    assert(sem_timedwait(&s, &past) == 0);
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    return 0;
}
