/* The name of the variable that is looked for is read. */
#include <pthread.h>
#include <stdlib.h>

static char name[] = "HOME";

static void *reader(void *unused)
{
    getenv(name);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    name[0] = 'X';
    pthread_join(thread, 0);
    return 0;
}
