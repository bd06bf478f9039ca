/* err prints a text before it ends the program, and reads it meanwhile. */
#include <err.h>
#include <pthread.h>

static char text[8] = "bad";

static void *edit(void *arg)
{
    text[0] = 'B';
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, edit, 0);
    err(1, "%s", text);
}
