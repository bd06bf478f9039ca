/* Each thread is given a block of its own. */
#include <pthread.h>
#include <stdlib.h>

void *work(void *given)
{
    int *count = given;
    for (int i = 0; i < 2; i++)
        count[i] = i;
    return 0;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        int *count = malloc(2 * sizeof *count);
        if (!count)
            abort();
        count[0] = 7;
        pthread_create(&t, 0, work, count);
    }
    return 0;
}
