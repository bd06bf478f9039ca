/* A block is filled after its address was stored where others find it. */
#include <pthread.h>
#include <stdlib.h>

struct box {
    pthread_mutex_t lock;
    int value;
};
struct box *last;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box *make(int value)
{
    struct box *b = malloc(sizeof *b);
    if (!b)
        abort();
    pthread_mutex_init(&b->lock, 0);
    b->value = value;
    return b;
}
void *work(void *a)
{
    struct box *mine = make(1), *seen;
    pthread_mutex_lock(&m);
    seen = last;
    last = mine;
    pthread_mutex_unlock(&m);
    mine->value = 2;
    if (seen) {
        pthread_mutex_lock(&seen->lock);
        seen->value++;
        pthread_mutex_unlock(&seen->lock);
    }
    return 0;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    return 0;
}
