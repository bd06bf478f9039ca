/* N / 2 producers and N / 2 consumers of one item each over a queue with two places. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *unused)
{
    pthread_mutex_lock(&lock);
    while (items == 2)
        pthread_cond_wait(&changed, &lock);
    items++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&changed, &lock);
    items--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, i % 2 ? consume : produce, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(items == N % 2);
    return 0;
}
