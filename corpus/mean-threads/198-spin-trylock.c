// POSIX pthread_spin_trylock: EBUSY while held, by whomever.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_spinlock_t s;
static int x;
static void *other(void *a) {
    int rc = pthread_spin_trylock(&s);
    assert(rc == 0 || rc == EBUSY);
    if (!rc) { x++; pthread_spin_unlock(&s); }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, 0, other, 0);
    pthread_spin_lock(&s);
    assert(pthread_spin_trylock(&s) == EBUSY);
    x++;
    pthread_spin_unlock(&s);
    pthread_join(t, 0);
    assert(x <= 2);
    return 0;
}
