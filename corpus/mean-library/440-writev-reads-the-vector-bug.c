/* writev reads the texts that its vector names while another thread changes one. */
#include <pthread.h>
#include <sys/uio.h>
static char first[4] = "abc", second[4] = "def", third[4];
static void *change(void *ignored)
{
    second[1] = 'x';
    return 0;
}
int main(void)
{
    struct iovec pieces[2] = { { first, 3 }, { second, 3 } };
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    writev(1, pieces, 2);
    pthread_join(thread, 0);
    return 0;
}
