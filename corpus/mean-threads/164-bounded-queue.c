// A one-element queue with two conditions keeps the order of its elements.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slot, count;
static void put(int v) {
    pthread_mutex_lock(&m);
    while (count == 1) pthread_cond_wait(&not_full, &m);
    slot = v; count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
}
static int get(void) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&not_empty, &m);
    int v = slot; count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
    return v;
}
static void *producer(void *a) { put(1); put(2); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    assert(get() == 1);
    assert(get() == 2);
    pthread_join(t, 0);
    return 0;
}
