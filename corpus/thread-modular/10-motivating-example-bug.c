/* As 09, but the test is made without the lock: `b = 2` may follow a test that was true when it was made. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *checking(void *unused)
{
    pthread_mutex_lock(&lock);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&lock);
    if (b != 1)
        reach_error();
    return unused;
}

static void *changing(void *unused)
{
    if (a != 1) {
        pthread_mutex_lock(&lock);
        b = 2;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, checking, 0);
    pthread_create(&two, 0, changing, 0);
    return 0;
}
