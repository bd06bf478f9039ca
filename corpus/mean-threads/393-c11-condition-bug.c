/* cnd_wait gives up the mutex while it waits and has it again when it returns. The data is touched by the worker behind its mtx_unlock, while
   main may be awake already: a race. */
#include <threads.h>

mtx_t mutex;
cnd_t ready;
int flag, data;

int worker(void *arg)
{
    mtx_lock(&mutex);
    flag = 1;
    ;
    cnd_signal(&ready);
    mtx_unlock(&mutex);
    data = 1;
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&ready);
    thrd_create(&t, worker, 0);
    mtx_lock(&mutex);
    while (!flag)
        cnd_wait(&ready, &mutex);
    int d = data;
    mtx_unlock(&mutex);
    thrd_join(t, 0);
    return d;
}
