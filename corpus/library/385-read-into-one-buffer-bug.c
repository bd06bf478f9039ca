// Two threads read from pipes into the same buffer.
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2];
static char buffer[4];

static void *reader(void *arg)
{
    read(second[0], buffer, 4);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(first) != 0 || pipe(second) != 0)
        return 0;
    write(first[1], "abcd", 4);
    write(second[1], "efgh", 4);
    pthread_create(&t, NULL, reader, NULL);
    read(first[0], buffer, 4);
    pthread_join(t, NULL);
    return 0;
}
