/* Semaphores return -1 and set errno: EAGAIN of sem_trywait, EINVAL of a start value above SEM_VALUE_MAX,
   EOVERFLOW of a post too many. Here sem_trywait is expected to return the error number, as pthread functions do. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void)
{
    sem_t s;
    int v;
    errno = 0;
    assert(sem_init(&s, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == EAGAIN && errno == EAGAIN);
    assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_getvalue(&s, &v) == 0 && v == SEM_VALUE_MAX);
    return 0;
}
