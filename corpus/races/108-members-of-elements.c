/* Threads write different members, whichever element it is. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
    int a, b;
} s[3];
static volatile int i;

static void *work(void *arg)
{
    (void)arg;
    for (int k = 0; k < 3; k++)
        s[k].a = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    for (int k = 0; k < 3; k++)
        s[k].b = 1;
    pthread_join(t, 0);
    return 0;
}
