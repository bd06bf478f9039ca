/* The precision lets printf read three bytes, and the last of them is written meanwhile. */
#include <pthread.h>
#include <stdio.h>

static char left[8] = "abcdefg";

static void *edit(void *arg)
{
    left[2] = 'C';
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, edit, 0);
    printf("%.*s\n", 3, left);
    pthread_join(t, 0);
    return 0;
}
