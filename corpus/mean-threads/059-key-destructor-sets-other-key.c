// POSIX pthread_key_create: if non-NULL values remain after the destructors ran, the process is repeated.
#include <pthread.h>
#include <assert.h>
static pthread_key_t k, l;
static int a_calls, b_calls;
static void dk(void *p) { a_calls++; pthread_setspecific(l, p); }
static void dl(void *p) { b_calls++; if (b_calls == 1) pthread_setspecific(k, p); }
static void *work(void *a) { pthread_setspecific(k, &k); return 0; }
int main(void) {
    pthread_t t;
    pthread_key_create(&k, dk);
    pthread_key_create(&l, dl);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(a_calls == 2 && b_calls == 2);
    return 0;
}
