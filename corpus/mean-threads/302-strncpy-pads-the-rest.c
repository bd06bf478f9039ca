/* strncpy fills up with null bytes to the full count (C11 7.24.2.4), so it writes bytes behind the text.
   A count of 3 ends before byte 3, which main reads. */
#include <pthread.h>
#include <string.h>

char buffer[8];

void *worker(void *arg)
{
    strncpy(buffer, "a", 3);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char c = buffer[3];
    pthread_join(t, 0);
    return c;
}
