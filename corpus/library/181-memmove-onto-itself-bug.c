/* Memory that is moved onto itself does not change, and yet it is read and written: nobody else may use it. */
#include <pthread.h>
#include <string.h>

static char text[4];

static void *mover(void *unused)
{
    memmove(text, text, 4);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, mover, 0);
    text[0] = 1;
    pthread_join(thread, 0);
    return 0;
}
