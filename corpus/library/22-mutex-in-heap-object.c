/* A mutex inside a heap object, found through a pointer: two accounts have two mutexes,
 * a destroyed mutex can be initialised again, and the object is freed after the joins. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account { pthread_mutex_t lock; int balance; };

static struct account *open_account(int balance)
{
    struct account *a = malloc(sizeof *a);
    pthread_mutex_init(&a->lock, NULL);
    a->balance = balance;
    return a;
}

static void deposit(struct account *a, int n)
{
    pthread_mutex_lock(&a->lock);
    a->balance += n;
    pthread_mutex_unlock(&a->lock);
}

static void *client(void *arg)
{
    deposit(arg, 5);
    return 0;
}

int main(void)
{
    struct account *x = open_account(10), *y = open_account(20);
    pthread_t t, u;

    pthread_create(&t, 0, client, x);
    pthread_create(&u, 0, client, y);
    deposit(x, 1);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x->balance == 16 && y->balance == 25);
    pthread_mutex_destroy(&x->lock);
    pthread_mutex_init(&x->lock, NULL);
    deposit(x, 1);
    assert(x->balance == 17);
    free(x);
    free(y);
    return 0;
}
