/* call_once: the first call runs the function, and its end comes before the return of every other call (C11 7.26.2.1).
   Both threads use one flag, so one thread writes, before either reads. */
#include <threads.h>

once_flag flags[2] = {ONCE_FLAG_INIT, ONCE_FLAG_INIT};
int data;

void fill(void)
{
    data = 1;
}

int worker(void *arg)
{
    call_once(&flags[0], fill);
    return data;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, worker, 0);
    call_once(&flags[0], fill);
    int d = data;
    thrd_join(t, 0);
    return d;
}
