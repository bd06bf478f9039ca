/* The library writes the time that select has left also if it was none to begin with. */
#include <pthread.h>
#include <sys/select.h>
static struct timeval timeout, other;
static long seen;
static void *look(void *ignored)
{
    seen = timeout.tv_sec;
    return 0;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    select(0, 0, 0, 0, &timeout);
    pthread_join(thread, 0);
    return 0;
}
