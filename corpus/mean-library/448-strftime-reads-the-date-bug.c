/* %F reads the month of a date, which another thread changes. */
#include <pthread.h>
#include <time.h>
static struct tm date = { .tm_year = 100, .tm_mon = 3, .tm_mday = 7 };
static void *change(void *ignored)
{
    date.tm_mon = 4;
    return 0;
}
int main(void)
{
    char text[32];
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    strftime(text, sizeof text, "%F", &date);
    pthread_join(thread, 0);
    return 0;
}
