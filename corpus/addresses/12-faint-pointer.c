/* The cursor runs far out of the buffer, and what is returned is where it got to. Nobody looks at either: no layout of memory can
 * be told from another by it, and states that differ in nothing else are one. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static char buffer[1];
static int done;

static int may_fail(char *where)
{
    (void)where;
    return __VERIFIER_nondet_int();
}

static int copy(char *to, int count)
{
    char *cursor = to;

    while (count > 0) {
        if (may_fail(cursor))
            return -1;
        cursor += 64;
        count--;
    }
    done = 1;
    if (done != 1)
        reach_error();
    return (int)(cursor - to);
}

static void *copier(void *unused)
{
    copy(buffer, 3);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, copier, 0);
    pthread_join(thread, 0);
    return 0;
}
