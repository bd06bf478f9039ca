/* fflush of a memory stream stores the pointer to its text, which another thread reads. */
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
    pthread_create(&thread, 0, flush, 0);
    seen = text;
    pthread_join(thread, 0);
    return seen == text;
}
