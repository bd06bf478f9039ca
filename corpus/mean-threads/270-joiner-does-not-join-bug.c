// The middle thread detaches the writer instead of joining it.
#include <pthread.h>
#include <assert.h>
static pthread_t t;
static int x;
static void *writer(void *a) { x = 4; return 0; }
static void *joiner(void *a) { pthread_detach(t); return 0; }
int main(void) {
    pthread_t u;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, joiner, 0);
    pthread_join(u, 0);
    assert(x == 4);
    return 0;
}
