/* A switch evaluates its operand once: although another thread changes the shared mode
 * from 1 to 0 meanwhile, one of the two cases is taken and default is unreachable. */
#include <pthread.h>

extern void reach_error(void);

static volatile int mode = 1;

static void *reset(void *arg)
{
    mode = 0;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, reset, 0);
    switch (mode) {
    case 0:
        break;
    case 1:
        break;
    default:
        reach_error();
    }
    pthread_join(t, 0);
    return 0;
}
