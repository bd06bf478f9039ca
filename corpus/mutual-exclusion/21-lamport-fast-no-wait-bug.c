/* Broken fast mutex: on the slow path a thread does not wait for its competitors to withdraw before it looks
 * at y. Thread 1 reads y == 0; thread 2 does too, writes y, finds x unchanged and is inside on the fast path;
 * then thread 1 overwrites y, takes the slow path, sees its own number in y and enters. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int inside;

static void lock(int i)
{
start:
    x = i;
    if (y != 0) {
        while (y != 0)
            ;
        goto start;
    }
    y = i;
    if (x != i) {
        /* missing: wait until every competitor has withdrawn */
        if (y != i) {
            while (y != 0)
                ;
            goto start;
        }
    }
}

void *worker(void *arg)
{
    int i = (int)(long)arg;
    lock(i);
    inside++;
    assert(inside == 1);
    inside--;
    y = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)1L);
    pthread_create(&b, NULL, worker, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
