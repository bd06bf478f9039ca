/* The system copies the name of a thread with all the zeros behind it.  FALSE. */
#define _GNU_SOURCE
#include <pthread.h>

char name[16];

void *mark(void *unused)
{
    name[9] = '!';
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_setname_np(pthread_self(), "a");
    pthread_create(&thread, 0, mark, 0);
    pthread_getname_np(pthread_self(), name, sizeof name);
    pthread_join(thread, 0);
    return 0;
}
