/* With 32 bits an unsigned product comes round: 0x20000000 times 8 is 0, so the first access is to x, which the other thread writes. */
#include <pthread.h>

static struct { int x; int rest[7]; } all;

static void *far(void *unused)
{
    (void)unused;
    for (unsigned u = 0x20000000u; u < 0x20000002u; u++)
        *(int *)((char *)&all + u * 8u) = 1;
    return NULL;
}

static void *near(void *unused)
{
    (void)unused;
    all.x = 2;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, far, NULL);
    pthread_create(&b, NULL, near, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
