/* %n stores how much was printed so far; the other thread reads the variable meanwhile. */
#include <pthread.h>
#include <stdio.h>

static int printed;

static void *watch(void *arg)
{
    return (void *)(long)(printed > 3);
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, watch, 0);
    printf("four%n\n", &printed);
    pthread_join(t, 0);
    return 0;
}
