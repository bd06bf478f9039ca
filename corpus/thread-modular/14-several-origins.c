/* One effect, `value = 0`, comes from two places of the other thread, with different tests before it. The
 * application is impossible only if it is from both origins; `effect` joins each of them. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int frozen, value;

static void *cleaner(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        if (__VERIFIER_nondet_int()) {
            if (frozen == 0)
                value = 0;
        } else {
            if (frozen < 1)
                value = 0;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, cleaner, 0);
    pthread_mutex_lock(&lock);
    frozen = 1;
    value = 9;
    pthread_mutex_unlock(&lock);
    while (1) {
        if (value != 9)
            reach_error();
    }
}
