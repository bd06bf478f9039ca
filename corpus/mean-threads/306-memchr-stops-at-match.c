/* memchr behaves as if it read the bytes one after the other and stopped at the first match (C11 7.24.5.1,
   N1570). The match is at byte 1. Main writes byte 2, which is never read. */
#include <pthread.h>
#include <string.h>

char buffer[4] = {'x', 'a', 'x', 'x'};

void *worker(void *arg)
{
    return memchr(buffer, 'a', 4);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    buffer[2] = 'a';
    pthread_join(t, 0);
    return 0;
}
