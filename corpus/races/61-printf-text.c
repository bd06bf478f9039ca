/* printf reads the text of %s while the lock is held that protects it: no race. */
#include <pthread.h>
#include <stdio.h>

static char name[8] = "raddle";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *rename_it(void *arg)
{
    pthread_mutex_lock(&m);
    name[2] = 'f';
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, rename_it, 0);
    pthread_mutex_lock(&m);
    printf("hello %s\n", name);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
