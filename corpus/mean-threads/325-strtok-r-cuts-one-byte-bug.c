/* The first call of strtok_r on "a,b" overwrites the comma, byte 1, and does not look behind it.
   Main writes byte 1: a race. */
#include <pthread.h>
#include <string.h>

char text[] = "a,b";

void *worker(void *arg)
{
    char *place;
    return strtok_r(text, ",", &place);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    text[1] = ',';
    pthread_join(t, 0);
    return 0;
}
