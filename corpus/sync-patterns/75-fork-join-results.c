/* Fork and join: each thread works on its own struct, main reads the results after joining. Creation and join
 * order all accesses, no other synchronisation is needed. */
#include <assert.h>
#include <pthread.h>

struct job {
    int from, to;
    int sum;
};

static void *sum_up(void *arg)
{
    struct job *j = arg;
    j->sum = 0;
    for (int i = j->from; i < j->to; i++)
        j->sum += i;
    return &j->sum;
}

int main(void)
{
    struct job low = { 0, 3, -1 }, high = { 3, 5, -1 };
    pthread_t a, b;
    void *r;

    pthread_create(&a, NULL, sum_up, &low);
    pthread_create(&b, NULL, sum_up, &high);
    pthread_join(a, &r);
    int total = *(int *)r;
    pthread_join(b, &r);
    total += *(int *)r;
    assert(total == 10);
    return 0;
}
