/* A transfer locks only the account it takes from and writes to the other one, whose
 * own mutex the second thread holds. */
#include <pthread.h>

struct account { pthread_mutex_t lock; int balance; };

static struct account acc[2] = {
    { PTHREAD_MUTEX_INITIALIZER, 100 },
    { PTHREAD_MUTEX_INITIALIZER, 200 },
};

static void transfer(struct account *from, struct account *to, int n)
{
    pthread_mutex_lock(&from->lock);
    from->balance -= n;
    to->balance += n;
    pthread_mutex_unlock(&from->lock);
}

static void *clerk(void *arg)
{
    transfer(&acc[0], &acc[1], 10);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, clerk, 0);
    transfer(&acc[1], &acc[0], 5);
    pthread_join(t, 0);
    return 0;
}
