/* With 32 bits an unsigned product comes round: 0x15555556 times 12 is 8, which is no multiple of 12 any more. */
#include <pthread.h>

static struct { int x, y, z; } all[4];

static void *far(void *unused)
{
    (void)unused;
    for (unsigned u = 0x15555556u; u < 0x15555558u; u++)
        *(int *)((char *)all + u * 12u) = 1;
    return NULL;
}

static void *near(void *unused)
{
    (void)unused;
    all[0].z = 2;
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
