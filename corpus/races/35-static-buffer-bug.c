/* A function that returns its result in a static buffer, as old library functions do,
 * is called by two threads. */
#include <pthread.h>

static const char *digit_name(int d)
{
    static char name[3];

    name[0] = '#';
    name[1] = '0' + d;
    return name;
}

static void *work(void *arg)
{
    return digit_name(1)[1] == '1' ? arg : 0;
}

int main(void)
{
    pthread_t t;
    char c;

    pthread_create(&t, 0, work, 0);
    c = digit_name(2)[1];
    pthread_join(t, 0);
    return c == 'x';
}
