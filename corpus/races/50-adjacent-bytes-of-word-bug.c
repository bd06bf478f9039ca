/* One thread writes an int, the other a single char inside it through a char pointer:
 * the accesses have different sizes and addresses, but a byte in common. */
#include <pthread.h>

static int numbers[2];

static void *patch(void *arg)
{
    unsigned char *p = arg;
    p[6] = 1;                   /* a byte of numbers[1] */
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, patch, numbers);
    numbers[0] = 5;             /* bytes 0 to 3: fine */
    numbers[1] = 6;             /* bytes 4 to 7: a race */
    pthread_join(t, 0);
    return 0;
}
