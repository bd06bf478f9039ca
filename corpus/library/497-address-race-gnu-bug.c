// accept writes the address, also if it is given through a transparent union, while the other thread reads it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#include <pthread.h>

struct sockaddr_in a;

void *r(void *p)
{
    return a.sin_port ? p : 0;
}

int main(void)
{
    pthread_t t;
    socklen_t l = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || listen(s, 1) != 0)
        return 0;
    pthread_create(&t, 0, r, 0);
    accept(s, (struct sockaddr *)&a, &l);
    pthread_join(t, 0);
    return 0;
}
