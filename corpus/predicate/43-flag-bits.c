/* A byte whose lowest two bits always change together under a lock, with any payload in the others.
 * What must be found: outside of the sections the two bits are equal, whatever the payload is. */
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char bits;

static void *toggle(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        bits ^= 1;
        bits ^= 2;
        bits = (unsigned char)((bits & 3) | (__VERIFIER_nondet_uchar() << 2));
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, toggle, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        if ((bits & 1) != (bits >> 1 & 1))
            reach_error();
        pthread_mutex_unlock(&lock);
    }
}
