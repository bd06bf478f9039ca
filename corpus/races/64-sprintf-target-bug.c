/* Two threads print into one buffer, the text of one is one byte long: its final zero and the second
 * character of the other one are written to the same byte. */
#include <pthread.h>
#include <stdio.h>

static char line[16];

static void *print(void *arg)
{
    sprintf(line + 1, "%s", "ab");
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, print, 0);
    sprintf(line, "%d", 7);
    pthread_join(t, 0);
    return 0;
}
