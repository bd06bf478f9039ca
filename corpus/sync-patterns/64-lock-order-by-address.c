/* Two objects of one array are locked in the order of their addresses, whatever the order of the arguments:
 * no inversion is possible. */
#include <assert.h>
#include <pthread.h>

struct stock {
    pthread_mutex_t lock;
    int pieces;
};

static struct stock shelf[2] = {
    { PTHREAD_MUTEX_INITIALIZER, 4 },
    { PTHREAD_MUTEX_INITIALIZER, 4 },
};

static void lock_two(struct stock *p, struct stock *q)
{
    if (p > q) {
        struct stock *t = p;
        p = q;
        q = t;
    }
    pthread_mutex_lock(&p->lock);
    pthread_mutex_lock(&q->lock);
}

static void move(struct stock *from, struct stock *to, int n)
{
    lock_two(from, to);
    from->pieces -= n;
    to->pieces += n;
    pthread_mutex_unlock(&from->lock);
    pthread_mutex_unlock(&to->lock);
}

static void *there(void *unused)
{
    move(&shelf[0], &shelf[1], 3);
    return unused;
}

static void *back(void *unused)
{
    move(&shelf[1], &shelf[0], 2);
    return unused;
}

int main(void)
{
    pthread_t t, b;
    pthread_create(&t, NULL, there, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(t, NULL);
    pthread_join(b, NULL);
    assert(shelf[0].pieces == 3 && shelf[1].pieces == 5);
    return 0;
}
