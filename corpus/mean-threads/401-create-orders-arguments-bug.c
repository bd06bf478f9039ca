/* What main does before pthread_create comes before all that the thread does; what it does behind it, does not. main changes the record afterwards: a race. */
#include <pthread.h>

struct record {
    int a, b;
};

void *worker(void *arg)
{
    struct record copy = *(struct record *)arg;
    return copy.a == copy.b ? 0 : arg;
}

int main(void)
{
    struct record r = {1, 1};
    pthread_t t;
    pthread_create(&t, 0, worker, &r);
    r.b = 2;
    pthread_join(t, 0);
    return 0;
}
