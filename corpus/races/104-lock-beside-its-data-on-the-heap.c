/* The lock lies in the block that it protects. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct box {
    pthread_mutex_t m;
    int n;
};
static struct box *b;

static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&b->m);
    b->n++;
    pthread_mutex_unlock(&b->m);
    return 0;
}

int main(void)
{
    b = malloc(sizeof *b);
    pthread_mutex_init(&b->m, 0);
    b->n = 0;
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&b->m);
    b->n++;
    pthread_mutex_unlock(&b->m);
    pthread_join(t, 0);
    return 0;
}
