/* The race is inside a library function: strlen reads the buffer that the other thread
 * shortens. */
#include <pthread.h>
#include <string.h>

static char line[8] = "abcdef";

static void *truncate_line(void *arg)
{
    line[2] = '\0';
    return 0;
}

int main(void)
{
    pthread_t t;
    size_t n;

    pthread_create(&t, 0, truncate_line, 0);
    n = strlen(line);
    pthread_join(t, 0);
    return n > 6;
}
