/* sscanf does not write the targets of conversions that it did not reach because the input ended.
   "5" has one number only: b is not written. */
#include <pthread.h>
#include <stdio.h>

int a, b;

void *worker(void *arg)
{
    sscanf("5", "%d %d", &a, &b);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    b = 7;
    pthread_join(t, 0);
    return 0;
}
