/* Clearing memory is not one step: another thread sees the first byte cleared and the last one not. */
#include <pthread.h>
#include <string.h>

extern void reach_error(void);
static char secret[8] = {1, 1, 1, 1, 1, 1, 1, 1};

static void *cleaner(void *unused)
{
    explicit_bzero(secret, 8);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, cleaner, 0);
    char first = secret[0];
    char last = secret[7];
    if (first == 0 && last == 1)
        reach_error();
    pthread_join(thread, 0);
    return 0;
}
