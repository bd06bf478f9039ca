// Joins order transitively: main joins the thread that joined the writer.
#include <pthread.h>
#include <assert.h>
static pthread_t t;
static int x;
static void *writer(void *a) { x = 4; return 0; }
static void *joiner(void *a) { pthread_join(t, 0); return 0; }
int main(void) {
    pthread_t u;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, joiner, 0);
    pthread_join(u, 0);
    assert(x == 4);
    return 0;
}
