/* The pointer of a memory stream is looked at before the thread that flushes is started. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static char *text;
static size_t size;
static FILE *stream;
static void *flush(void *ignored)
{
    fputc('a', stream);
    fflush(stream);
    return 0;
}
int main(void)
{
    pthread_t thread;
    char *seen;
    stream = open_memstream(&text, &size);
    if (!stream)
        return 0;
    seen = text;
    pthread_create(&thread, 0, flush, 0);
    pthread_join(thread, 0);
    return seen == text;
}
