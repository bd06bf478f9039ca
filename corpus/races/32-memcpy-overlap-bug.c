/* memcpy reads every byte of its source, and the other thread writes one of these bytes
 * meanwhile: a race inside the library call. */
#include <pthread.h>
#include <string.h>

static char source[8] = "message", target[8];

static void *edit(void *arg)
{
    source[3] = 'S';
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, edit, 0);
    memcpy(target, source, sizeof target);
    pthread_join(t, 0);
    return 0;
}
