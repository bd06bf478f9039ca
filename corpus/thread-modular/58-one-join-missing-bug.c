/* As 35, but the loop that joins leaves before the last one, if an input says so. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int written;

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    int i;

    for (i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, writer, 0);
    for (i = 0; i < 3; i++) {
        if (i == 2 && __VERIFIER_nondet_int())
            break;
        pthread_join(threads[i], 0);
    }
    written = 0;
    if (written != 0)
        reach_error();
    return 0;
}
