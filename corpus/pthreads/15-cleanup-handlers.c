// pthread_exit runs what pthread_cleanup_push has registered, the last first, then the destructors of keys.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_key_t key;
int order;

void note(void *number)
{
    order = 10 * order + *(int *)number;
}

void *works(void *argument)
{
    int one = 1, two = 2, three = 3, four = 4;
    static int five = 5;
    pthread_setspecific(key, &five);
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    pthread_cleanup_push(note, &three);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(note, &four);
    pthread_cleanup_pop(1);
    pthread_exit((void *)7);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t a;
    void *result;
    pthread_key_create(&key, note);
    pthread_create(&a, 0, works, 0);
    pthread_join(a, &result);
    assert(result == (void *)7 && order == 4215);
    return 0;
}
