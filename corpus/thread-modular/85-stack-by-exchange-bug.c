/* As 84, but the last cell has the number that says that there is none. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

#define CELLS 2

static int stack[CELLS + 1];
static atomic_int left = CELLS;
static atomic_int top = -1;

static int allocate(void)
{
    int now = atomic_load(&left);

    while (now > 0)
        if (atomic_compare_exchange_strong(&left, &now, now - 1))
            return now - 2;
    return -2;
}

static void *worker(void *unused)
{
    int cell = allocate();

    if (cell >= -1) {
        int old = atomic_load(&top);

        do
            stack[cell + 1] = old;
        while (!atomic_compare_exchange_strong(&top, &old, cell));
        if (atomic_load(&top) < 0)
            reach_error();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
