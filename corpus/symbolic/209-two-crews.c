/* Two crews of five thousand: one fills, the other drains. All are joined before the balance is looked at. */
#include <assert.h>
#include <pthread.h>

#define CREW 5000

static pthread_t fillers[CREW], drainers[CREW];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int full, moving;

static void *fill(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    moving = 1;
    full = 1;
    moving = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *drain(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    moving = 2;
    full = 0;
    moving = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int i;

    for (i = 0; i < CREW; i++) {
        pthread_create(&fillers[i], NULL, fill, NULL);
        pthread_create(&drainers[i], NULL, drain, NULL);
    }
    for (i = 0; i < CREW; i++)
        pthread_join(fillers[i], NULL);
    for (i = 0; i < CREW; i++)
        pthread_join(drainers[i], NULL);
    assert(moving == 0 && (full == 0 || full == 1));
    return 0;
}
