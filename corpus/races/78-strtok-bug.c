/* strtok keeps where it is in a variable of its own, one for all threads: two threads that cut different
 * texts race (MT-Unsafe race:strtok). */
#include <pthread.h>
#include <string.h>

static char one[] = "a,b", two[] = "c,d";

static void *cut(void *arg)
{
    strtok(one, ",");
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, cut, 0);
    strtok(two, ",");
    pthread_join(t, 0);
    return 0;
}
