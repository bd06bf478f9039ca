/* readv of one piece leaves the other alone. */
#include <pthread.h>
#include <sys/uio.h>
static char first[4], second[4];
static int seen;
static void *look(void *ignored)
{
    seen = second[0];
    return 0;
}
int main(void)
{
    struct iovec pieces[2] = { { first, 4 }, { second, 4 } };
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    readv(0, pieces, 1);
    pthread_join(thread, 0);
    return 0;
}
