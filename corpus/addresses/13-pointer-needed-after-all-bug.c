/* As 12, but one caller looks at how far the cursor got: the remainder of such an address depends on where the buffer
 * lies.  FALSE. */
#include <pthread.h>

extern void reach_error(void);

static char buffer[1];

static unsigned long last(char *from, int count)
{
    char *cursor = from;

    while (count > 0) {
        cursor += 64;
        count--;
    }
    return (unsigned long)cursor;
}

static void *looker(void *unused)
{
    last(buffer, 3);
    if (last(buffer, 4) % 4096 == 0)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, looker, 0);
    pthread_join(thread, 0);
    return 0;
}
