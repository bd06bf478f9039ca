/* thrd_join orders the end of the thread before its return (C11 7.26.5.6), and hands over the result.
    */
#include <threads.h>

int data;

int worker(void *arg)
{
    data = 7;
    return 5;
}

int main(void)
{
    thrd_t t;
    int r, d;
    thrd_create(&t, worker, 0);
    thrd_join(t, &r);
    d = data;
    return d + r;
}
