// Two threads read the same argument, one as a number that the other must agree with: reading is no race.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *text;
static int numbers[2];

static void *read_it(void *place)
{
    *(int *)place = atoi(text);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t a, b;
    if (argc != 2)
        return 0;
    text = argv[1];
    if (pthread_create(&a, NULL, read_it, &numbers[0]) || pthread_create(&b, NULL, read_it, &numbers[1]))
        abort();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(numbers[0] == numbers[1]);
    return 0;
}
