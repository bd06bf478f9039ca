/* Members of a union overlap: a write to the second byte through one member races with
 * a read of the word through the other. */
#include <pthread.h>
#include <stdint.h>

static union { uint32_t word; uint8_t byte[4]; } reg;

static void *work(void *arg)
{
    reg.byte[1] = 0xFF;
    return 0;
}

int main(void)
{
    pthread_t t;
    uint32_t seen;

    pthread_create(&t, 0, work, 0);
    seen = reg.word;
    pthread_join(t, 0);
    return seen == 1;
}
