/* Both threads count; one of them reads from a pipe first, perhaps. The race does not need the pipe.  FALSE. */
#include <pthread.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static int count;
static int p[2];

static void *reader(void *arg)
{
    char c;

    if (__VERIFIER_nondet_int())
        (void)!read(p[0], &c, 1);
    count++;
    return arg;
}

int main(void)
{
    pthread_t t;

    if (pipe(p) != 0 || close(p[1]) != 0)
        return 0;
    pthread_create(&t, 0, reader, 0);
    count++;
    pthread_join(t, 0);
    return 0;
}
