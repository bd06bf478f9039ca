// Sem_post(3): at SEM_VALUE_MAX it fails with -1/EOVERFLOW and leaves the value alone; sem_init fails with EINVAL
// beyond SEM_VALUE_MAX.
#include <semaphore.h>
#include <assert.h>
#include <errno.h>
#include <limits.h>
int main(void) {
    sem_t s, z;
    int v;
    assert(sem_init(&z, 0, (unsigned)SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_getvalue(&s, &v) == 0 && v == SEM_VALUE_MAX);
    assert(sem_wait(&s) == 0);
    assert(sem_post(&s) == 0);
    return 0;
}
