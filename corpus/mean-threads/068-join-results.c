// POSIX pthread_join: the value of return or of pthread_exit, even from a nested call.
#include <pthread.h>
#include <assert.h>
static int cell;
static void deep(void) { cell = 3; pthread_exit(&cell); }
static void *a(void *p) { deep(); return 0; }
static void *b(void *p) { return (char *)p + 1; }
int main(void) {
    pthread_t t, u;
    void *r;
    char buf[2];
    pthread_create(&t, 0, a, 0);
    pthread_create(&u, 0, b, buf);
    pthread_join(u, &r);
    assert(r == &buf[1]);
    pthread_join(t, &r);
    assert(r == &cell && *(int *)r == 3);
    return 0;
}
