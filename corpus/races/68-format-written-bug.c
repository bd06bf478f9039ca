/* The format itself is memory that printf reads, and the other thread changes it. */
#include <pthread.h>
#include <stdio.h>

static char format[] = "%d\n";

static void *edit(void *arg)
{
    format[1] = 'x';
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, edit, 0);
    printf(format, 10);
    pthread_join(t, 0);
    return 0;
}
