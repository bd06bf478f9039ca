/* memset goes over the lock while another thread may take it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
    pthread_mutex_t m;
    int n;
} s;

static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&s.m);
    s.n++;
    pthread_mutex_unlock(&s.m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    memset(&s, 0, sizeof s);
    pthread_join(t, 0);
    return 0;
}
