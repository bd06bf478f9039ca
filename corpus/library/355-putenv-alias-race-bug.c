// The text given to `putenv` is the environment: `getenv` reads it, so writing it at the same time is a race.
#include <pthread.h>
#include <stdlib.h>

static char text[] = "RADDLE_A=1";

static void *change(void *arg)
{
    text[0] = 'X';
    return arg;
}

int main(void)
{
    pthread_t t;
    putenv(text);
    pthread_create(&t, NULL, change, NULL);
    getenv("RADDLE_A");
    pthread_join(t, NULL);
    return 0;
}
