/* A loop creates threads, another one joins all of them: what comes behind happens when nobody else runs. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int hits;
void *work(void *a)
{
    pthread_mutex_lock(&m);
    hits++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    int n = 2;
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], 0);
    hits = 0;
    return 0;
}
