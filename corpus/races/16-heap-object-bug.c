/* A heap object that both threads reach, one through the argument and one through the
 * pointer it kept. */
#include <pthread.h>
#include <stdlib.h>

struct shape { int width, height; };

static void *grow(void *arg)
{
    struct shape *s = arg;
    s->width++;
    return 0;
}

int main(void)
{
    struct shape *s = calloc(1, sizeof *s);
    pthread_t t;

    pthread_create(&t, 0, grow, s);
    s->height = 3;              /* another member: fine */
    s->width = 4;               /* the same member: a race */
    pthread_join(t, 0);
    free(s);
    return 0;
}
