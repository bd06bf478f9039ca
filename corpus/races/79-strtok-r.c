/* strtok_r keeps where it is in a variable of the caller: no race. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char one[] = "a,b", two[] = "c,d";

static void *cut(void *arg)
{
    char *rest;
    assert(strtok_r(one, ",", &rest) == one);
    return 0;
}

int main(void)
{
    pthread_t t;
    char *rest;

    pthread_create(&t, 0, cut, 0);
    strtok_r(two, ",", &rest);
    assert(strtok_r(0, ",", &rest) == two + 2);
    pthread_join(t, 0);
    return 0;
}
