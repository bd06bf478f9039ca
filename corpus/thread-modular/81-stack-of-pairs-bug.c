/* As 80, but who finds no room empties the stack, which others may just have pushed on. */
#include <pthread.h>

extern void reach_error(void);

#define PAIRS 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[2 * PAIRS + 1];
static int next = 1;
static int top;

static int allocate(void)
{
    int free = 0;

    pthread_mutex_lock(&lock);
    if (next + 1 <= 2 * PAIRS + 1) {
        free = next;
        next += 2;
    }
    pthread_mutex_unlock(&lock);
    return free;
}

static void *worker(void *unused)
{
    int pair = allocate();

    if (pair != 0) {
        stack[pair] = 7;
        pthread_mutex_lock(&lock);
        stack[pair + 1] = top;
        top = pair;
        pthread_mutex_unlock(&lock);
        if (top == 0)
            reach_error();
    } else {
        top = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    while (1)
        pthread_create(&thread, 0, worker, 0);
}
