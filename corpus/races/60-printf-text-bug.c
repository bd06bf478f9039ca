/* printf reads the text of %s, and the other thread writes one of its bytes meanwhile: a race
 * inside the library call. */
#include <pthread.h>
#include <stdio.h>

static char name[8] = "raddle";

static void *rename_it(void *arg)
{
    name[2] = 'f';
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, rename_it, 0);
    printf("hello %s\n", name);
    pthread_join(t, 0);
    return 0;
}
