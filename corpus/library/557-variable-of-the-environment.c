// A variable of the environment says how many times the counter is raised, within bounds.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *raise_counter(void *times)
{
    for (int i = 0; i < *(int *)times; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    const char *text = getenv("TIMES");
    int times = text ? atoi(text) : 1;
    if (times < 0 || times > 2)
        times = 2;
    pthread_create(&a, NULL, raise_counter, &times);
    pthread_create(&b, NULL, raise_counter, &times);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2 * times);
    return 0;
}
