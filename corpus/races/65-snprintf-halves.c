/* Two threads print into the halves of one buffer; the second argument of snprintf keeps each
 * in its half, also where the text is longer (as it is in the thread): no race. */
#include <pthread.h>
#include <stdio.h>

static char line[16], text[] = "a text that is too long";

static void *print(void *arg)
{
    snprintf(line + 8, 8, "%s", (char *)arg);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, print, text);
    snprintf(line, 8, "%07d", 42);
    pthread_join(t, 0);
    return 0;
}
