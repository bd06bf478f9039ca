/* strncat appends at most n characters and then always a terminator (C11 7.24.3.2): "ab" plus two characters
   writes bytes 2, 3 and 4. Main writes byte 4: the terminator races with it. */
#include <pthread.h>
#include <string.h>

char buffer[8] = "ab";

void *worker(void *arg)
{
    strncat(buffer, "xyz", 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    buffer[4] = 1;
    pthread_join(t, 0);
    return 0;
}
