// Output without the lock of its stream races.
#include <pthread.h>
#include <stdio.h>

extern int fputs_unlocked(const char *, FILE *);

static void *child(void *unused)
{
    fputs_unlocked("child", stderr);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    fputs_unlocked("main", stderr);
    pthread_join(t, 0);
    return 0;
}
