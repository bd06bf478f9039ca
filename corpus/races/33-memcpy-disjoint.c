/* Two memcpy calls and a memset on disjoint ranges of one buffer: the ranges touch but
 * do not overlap. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[9];

static void *front(void *arg)
{
    memcpy(buffer, "abc", 3);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, front, 0);
    memcpy(buffer + 3, "def", 3);
    memset(buffer + 6, 'x', 2);
    pthread_join(t, 0);
    assert(strcmp(buffer, "abcdefxx") == 0);
    return 0;
}
