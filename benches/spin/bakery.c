/* Lamport's bakery for N threads, each entering ROUNDS times. One shared access per step, as in bakery.pml. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static volatile unsigned char choosing[N], number[N], inside;

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned char max = 0;
        choosing[me] = 1;
        for (int k = 0; k < N; k++) {
            unsigned char n = number[k];
            if (n > max)
                max = n;
        }
        number[me] = max + 1;
        choosing[me] = 0;
        for (int k = 0; k < N; k++) {
            if (k == me)
                continue;
            while (choosing[k])
                ;
            for (;;) {
                unsigned char n = number[k];
                if (n == 0 || n > max + 1 || (n == max + 1 && k > me))
                    break;
            }
        }
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        number[me] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
