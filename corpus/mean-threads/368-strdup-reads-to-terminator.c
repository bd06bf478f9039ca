/* strdup reads up to the terminator, byte 2 here. Main writes byte 3. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char text[4] = "ab";

void *worker(void *arg)
{
    free(strdup(text));
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    text[3] = 0;
    pthread_join(t, 0);
    return 0;
}
