// Two spin locks in opposite orders: both threads wait for a lock for ever.
#include <pthread.h>
static pthread_spinlock_t a, b;
static void *other(void *x) {
    pthread_spin_lock(&b);
    pthread_spin_lock(&a);
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_spin_init(&a, 0);
    pthread_spin_init(&b, 0);
    pthread_create(&t, 0, other, 0);
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    pthread_join(t, 0);
    return 0;
}
