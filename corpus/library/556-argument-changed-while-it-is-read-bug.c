// One thread reads an argument as a number while another overwrites its first character.
#include <pthread.h>
#include <stdlib.h>

static char *text;

static void *overwrite(void *unused)
{
    (void)unused;
    text[0] = '1';
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int n;
    if (argc != 2)
        return 0;
    text = argv[1];
    if (pthread_create(&thread, NULL, overwrite, NULL))
        abort();
    n = atoi(text);
    pthread_join(thread, NULL);
    return n == 0;
}
