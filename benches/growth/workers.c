/* N threads, each with a cell of its own: nothing that one does matters to another. */
#include <assert.h>
#include <pthread.h>

static int cells[N];

static void *work(void *arg)
{
    int *cell = arg;
    for (int i = 0; i < 3; i++)
        *cell = *cell + 1;
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, &cells[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(cells[i] == 3);
    return 0;
}
