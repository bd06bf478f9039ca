// memcmp may read all bytes, also behind the first difference.
#include <pthread.h>
#include <string.h>

static char left[2] = "ab";
static char right[2] = "xy";

static void *writer(void *unused)
{
    left[1] = 'c';
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int order = memcmp(left, right, 2);
    pthread_join(thread, 0);
    return order == 0;
}
