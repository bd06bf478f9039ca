/* Each of a thousand workers has a slot with its number. What a slot says decides how often a worker enters; there is never more than one inside. */
#include <assert.h>
#include <pthread.h>

#define WORKERS 1000

static pthread_t ids[WORKERS];
static int numbers[WORKERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *slot)
{
    int number = *(int *)slot;

    for (int i = 0; i < number % 3; i++) {
        pthread_mutex_lock(&lock);
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    for (int i = 0; i < WORKERS; i++) {
        numbers[i] = i;
        pthread_create(&ids[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(ids[i], NULL);
    assert(inside == 0);
    return 0;
}
